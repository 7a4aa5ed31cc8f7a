import { useFormat } from '../../../lib/language/format.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { ShareBar } from '../../../ui/charts/ShareCard.tsx';
import { texts } from '../texts.ts';
import { type ChatbotUsage, keyOf, nameOf } from './chatbot-usage.ts';

/** What each chatbot used of both kinds of tokens, as bars or as a table; those that are gone and none at all, too. */
export function ByChatbot({ view, items }: { view: 'chart' | 'table'; items: readonly ChatbotUsage[] }) {
  return (
    // As high as the curve in whose place it stands.
    <div className="relative min-h-70 flex-1">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="absolute inset-0 overflow-y-auto rounded-2">
        {view === 'chart' ? <Bars items={items} /> : <Table items={items} />}
      </div>
    </div>
  );
}

function Bars({ items }: { items: readonly ChatbotUsage[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const format = useFormat();
  const total = items.reduce((sum, { message }) => sum + message, 0);
  return (
    <>
      <p className="mb-2 text-sm text-text-2">{t.messageTokens}</p>
      <ul className="flex flex-col gap-3 pe-1">
        {items.map((item, place) => (
          <li key={keyOf(item)}>
            <ShareBar
              share={{ key: keyOf(item), name: nameOf(item, language), value: item.message }}
              place={place}
              of={total}
              note={[
                item.answers > 0 && t.answered(item.answers, format.number(item.answers)),
                item.storage > 0 && t.stored(format.number(item.storage)),
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Table({ items }: { items: readonly ChatbotUsage[] }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const format = useFormat();
  const heads = [t.messages, t.storage, t.answers, t.perAnswer];
  return (
    <table className="w-full text-md">
      <caption className="visually-hidden">{t.byChatbotLabel}</caption>
      <thead className="sticky top-0 bg-surface text-sm text-text-2">
        <tr>
          <th scope="col" className="py-1.5 text-start font-medium">
            {t.chatbot}
          </th>
          {heads.map((head) => (
            <th key={head} scope="col" className="py-1.5 ps-3 text-end font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)} className="border-t border-line">
            <th scope="row" dir="auto" className="py-1.5 text-start font-regular [overflow-wrap:anywhere]">
              {nameOf(item, language)}
            </th>
            {[item.message, item.storage, item.answers, item.tokensPerAnswer].map((value, column) => (
              <td key={heads[column]} className="tabular py-1.5 ps-3 text-end">
                {value === null ? '–' : format.number(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
