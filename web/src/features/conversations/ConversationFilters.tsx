import { CalendarDays, Check, CircleHelp, Download, RadioTower, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterMenu } from '../../ui/FilterMenu.tsx';
import { SearchInput } from '../../ui/SearchInput.tsx';
import { failed } from '../sources/failed.ts';
import { useAddress } from './address.ts';
import { downloadConversations } from './queries.ts';
import { texts } from './texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What the list is narrowed by, all of it in the address, and the export of what it then shows. */
export function ConversationFilters() {
  const t = useTexts(texts);
  const { filter, put } = useAddress();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    await downloadConversations(filter, t.title.toLowerCase()).catch(failed(t.exportFailed));
    setSaving(false);
  };
  return (
    <div className="flex flex-wrap gap-2.5">
      <SearchInput
        label={t.search}
        clearLabel={t.clearSearch}
        value={filter.search}
        maxLength={200}
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
          ]}
          onChange={(period) => put({ period })}
        />
        <FilterMenu
          label={t.channel}
          icon={<RadioTower {...icon} />}
          value={filter.channel}
          options={[
            { value: '', label: t.anyChannel },
            { value: 'website', label: t.website },
            { value: 'telegram', label: t.telegram },
            { value: 'whatsapp', label: t.whatsapp },
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
        <Button
          className="sm:ms-auto"
          busy={isSaving}
          icon={<Download {...icon} />}
          onClick={() => void save()}
        >
          {t.exportCsv}
        </Button>
      </div>
    </div>
  );
}
