import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { useEuros } from '../euros.ts';
import type { Preview } from '../queries.ts';
import { changeTexts } from './texts.ts';

function useDue({ dueNow, at }: Preview): string {
  const t = useTexts(changeTexts);
  const euros = useEuros();
  if (dueNow === 0 || (dueNow === null && at !== null)) return t.nothingDue;
  return dueNow === null ? t.dueUnknown : t.dueNow(euros(dueNow / 100));
}

/** What another plan changes: its limits beside today's, when, and what is due. */
export function Changes({ preview }: { preview: Preview }) {
  const t = useTexts(changeTexts);
  const format = useFormat();
  const euros = useEuros();
  const due = useDue(preview);
  const { from, to, at } = preview;
  const limit = (value: number | null, write: (value: number) => string) =>
    value === null ? t.unlimited : write(value);
  const rows = [
    {
      name: t.price,
      of: ({ priceEur }: Preview['to']) => (priceEur === null ? t.onRequest : euros(priceEur)),
    },
    {
      name: t.messageTokens,
      of: ({ messageTokens }: Preview['to']) => limit(messageTokens, format.number),
    },
    {
      name: t.storageTokens,
      of: ({ storageTokens }: Preview['to']) => limit(storageTokens, format.number),
    },
    { name: t.storageBytes, of: ({ storageBytes }: Preview['to']) => limit(storageBytes, format.size) },
    { name: t.chatbots, of: ({ chatbots }: Preview['to']) => limit(chatbots, format.number) },
  ];
  return (
    <>
      <table className="w-full text-md">
        <caption className="visually-hidden">{t.limits}</caption>
        <thead>
          <tr className="text-sm text-text-3">
            <th scope="col" className="pb-1 text-start font-regular">
              <span className="visually-hidden">{t.limit}</span>
            </th>
            <th scope="col" className="pb-1 ps-3 text-end font-regular">
              {t.now}
            </th>
            <th scope="col" className="pb-1 ps-3 text-end font-regular">
              {t.after}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, of }) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="py-2 text-start font-regular text-text-2">
                {name}
              </th>
              <td className="tabular py-2 ps-3 text-end text-text-2">{of(from)}</td>
              <td className="tabular py-2 ps-3 text-end font-strong">{of(to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-md">
        {at === null ? t.atOnce : t.atEnd(format.date(at))} <strong className="font-strong">{due}</strong>
      </p>
      {preview.storageExceeded && <Alert tone="warning">{t.storageExceeded}</Alert>}
    </>
  );
}
