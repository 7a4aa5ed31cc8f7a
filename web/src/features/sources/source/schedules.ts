import type { SyncSchedule } from '@parlance/contract/endpoints/sources';
import { useTexts } from '../../../lib/language/texts.ts';
import { texts } from '../texts.ts';

/** The schedules of reading again, to choose from. */
export function useSchedules(): { value: SyncSchedule; label: string }[] {
  const t = useTexts(texts);
  return [
    { value: 'never', label: t.never },
    { value: 'daily', label: t.daily },
    { value: 'weekly', label: t.weekly },
  ];
}
