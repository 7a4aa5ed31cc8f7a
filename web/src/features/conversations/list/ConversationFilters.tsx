import { limits } from '@parlance/contract/limits';
import { CalendarDays, Check, CircleHelp, Download, RadioTower, ThumbsUp, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DayInput } from '../../../ui/fields/DayInput.tsx';
import { SearchInput } from '../../../ui/fields/SearchInput.tsx';
import { FilterMenu } from '../../../ui/menus/FilterMenu.tsx';
import { showOutcome } from '../../../ui/toasts/outcome.ts';
import { useAddress } from '../address.ts';
import { channelNames, channels } from '../channels.ts';
import { downloadConversations } from '../queries.ts';
import { texts } from '../texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What the list is narrowed by, all of it in the address, and the export of what it then shows. */
export function ConversationFilters() {
  const t = useTexts(texts);
  const names = useTexts(channelNames);
  const { filter, put } = useAddress();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await showOutcome(t.exportFailed, downloadConversations(filter, t.title.toLowerCase()));
    setSaving(false);
  };
  return (
    <div className="flex flex-wrap gap-2.5">
      <SearchInput
        label={t.search}
        clearLabel={t.clearSearch}
        value={filter.search}
        maxLength={limits.visitorText}
        onChange={(q) => put({ q })}
        className="min-w-56 flex-1 sm:max-w-80"
      />
      {/* On phones one row, which scrolls by itself: the conversations come first. */}
      <div className="flex gap-2.5 max-sm:-mx-4 max-sm:w-screen max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:contents [&>*]:shrink-0">
        <FilterMenu
          label={t.period}
          icon={<CalendarDays {...icon} />}
          value={filter.period}
          options={[
            { value: '', label: t.anyPeriod },
            { value: '24h', label: t.day },
            { value: '7d', label: t.week },
            { value: '30d', label: t.month },
            { value: 'days', label: t.days },
          ]}
          onChange={(period) => put({ period, from: '', to: '' })}
        />
        <FilterMenu
          label={t.channel}
          icon={<RadioTower {...icon} />}
          value={filter.channel}
          options={[
            { value: '', label: t.anyChannel },
            ...channels.map((value) => ({ value, label: names[value] })),
          ]}
          onChange={(channel) => put({ channel })}
        />
        <FilterMenu
          label={t.feedback}
          icon={<ThumbsUp {...icon} />}
          value={filter.feedback}
          options={[
            { value: '', label: t.anyFeedbackOrNone },
            { value: 'any', label: t.anyFeedback },
            { value: 'up', label: t.up },
            { value: 'down', label: t.down },
          ]}
          onChange={(feedback) => put({ feedback })}
        />
        <Button
          icon={filter.unanswered ? <Check {...icon} /> : <CircleHelp {...icon} />}
          aria-pressed={filter.unanswered}
          className="aria-pressed:border-accent-strong aria-pressed:bg-accent-soft"
          onClick={() => put({ unanswered: filter.unanswered ? '' : '1' })}
        >
          {t.onlyUnanswered}
        </Button>
        {filter.visitorOf !== '' && (
          <Button
            icon={<UserRound {...icon} />}
            aria-pressed
            className="aria-pressed:border-accent-strong aria-pressed:bg-accent-soft"
            onClick={() => put({ visitor: '' })}
          >
            {t.oneVisitor}
          </Button>
        )}
        <Button
          className="sm:ms-auto"
          busy={isSaving}
          icon={<Download {...icon} />}
          onClick={() => void save()}
        >
          {t.exportCsv}
        </Button>
      </div>
      {filter.period === 'days' && (
        <fieldset className="flex basis-full flex-wrap items-center gap-x-3 gap-y-2.5">
          <legend className="visually-hidden">{t.period}</legend>
          <DayInput label={t.from} value={filter.from} onChange={(from) => put({ from })} />
          <DayInput label={t.to} value={filter.to} onChange={(to) => put({ to })} />
        </fieldset>
      )}
    </div>
  );
}
