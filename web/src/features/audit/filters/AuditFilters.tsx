import { operationTexts, tokenTypeTexts } from '@parlance/contract/display/operations';
import { operation, tokenType } from '@parlance/contract/endpoints/usage';
import { Bot, CalendarDays, Coins, Shapes, X } from 'lucide-react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DayInput } from '../../../ui/fields/DayInput.tsx';
import { FilterMenu } from '../../../ui/menus/FilterMenu.tsx';
import { filtersNothing, isTooLong, noFilter, useAuditAddress } from '../address.ts';
import { dayAt } from '../dates.ts';
import { texts } from '../texts.ts';
import { useChatbotNames } from './chatbot-names.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What two days begin with: a month until today. */
const daysBefore = 29;
const dayMs = 86_400_000;

/** What all figures and rows follow, in sight however far one reads. */
export function AuditFilters({ timeZone }: { timeZone: string }) {
  const t = useTexts(texts);
  const operations = useTexts(operationTexts);
  const types = useTexts(tokenTypeTexts);
  const { filter, put } = useAuditAddress();
  const { choices } = useChatbotNames();
  const { chatbotId } = filter;
  const isKnown = ['', 'unassigned', ...choices.map(({ value }) => value)].includes(chatbotId);
  const choosePeriod = (period: typeof filter.period) => {
    const now = Date.now();
    const days = {
      from: dayAt(new Date(now - daysBefore * dayMs), timeZone),
      to: dayAt(new Date(now), timeZone),
    };
    // What the last period was added up by may not suit the next one.
    put({ period, per: '', ...(period === 'days' ? days : { from: '', to: '' }) });
  };
  return (
    <>
      <section
        aria-label={t.filters}
        className="sticky top-(--size-header-mobile) z-(--z-sticky) -mx-4 border-b border-line bg-canvas px-4 py-3 md:top-0 md:-mx-6 md:px-6 lg:-mx-9 lg:px-9"
      >
        {/* On phones one row, which scrolls by itself: the figures come first. */}
        <div className="flex gap-2.5 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap max-sm:[&>*]:shrink-0">
          <FilterMenu
            label={t.period}
            icon={<CalendarDays {...icon} />}
            unchosen={t['1m']}
            value={filter.period}
            options={[
              { value: '24h', label: t['24h'] },
              { value: '7d', label: t['7d'] },
              { value: '', label: t['1m'] },
              { value: '6m', label: t['6m'] },
              { value: '1y', label: t['1y'] },
              { value: 'days', label: t.days },
            ]}
            onChange={choosePeriod}
          />
          <FilterMenu
            label={t.chatbot}
            icon={<Bot {...icon} />}
            unchosen={t.anyChatbot}
            value={chatbotId}
            options={[
              { value: '', label: t.anyChatbot },
              { value: 'unassigned', label: t.unassigned },
              ...choices,
              ...(isKnown ? [] : [{ value: chatbotId, label: t.otherChatbot }]),
            ]}
            onChange={(chatbot) => put({ chatbot })}
          />
          <FilterMenu
            label={t.type}
            icon={<Coins {...icon} />}
            unchosen={t.anyType}
            value={filter.tokenType}
            options={[
              { value: '', label: t.anyType },
              ...tokenType.options.map((value) => ({ value, label: types[value] })),
            ]}
            onChange={(type) => put({ type })}
          />
          <FilterMenu
            label={t.operation}
            icon={<Shapes {...icon} />}
            unchosen={t.anyOperation}
            value={filter.operation}
            options={[
              { value: '', label: t.anyOperation },
              ...operation.options.map((value) => ({ value, label: operations[value] })),
            ]}
            onChange={(chosen) => put({ operation: chosen })}
          />
          {!filtersNothing(filter) && (
            <Button look="quiet" icon={<X {...icon} />} onClick={() => put(noFilter)}>
              {t.clearFilters}
            </Button>
          )}
        </div>
      </section>
      {filter.period === 'days' && (
        <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
          <legend className="visually-hidden">{t.period}</legend>
          <DayInput label={t.from} value={filter.from} onChange={(from) => put({ from })} />
          <DayInput label={t.to} value={filter.to} onChange={(to) => put({ to })} />
          {isTooLong(filter) && (
            <p role="alert" className="text-sm text-danger-text">
              {t.tooLong}
            </p>
          )}
        </fieldset>
      )}
    </>
  );
}
