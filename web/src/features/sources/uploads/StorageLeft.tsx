import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { usageQuery } from '../../../lib/queries/usage.ts';
import { useStore } from '../../../lib/storage/store.ts';
import { PlanLink } from '../../../ui/buttons/PlanLink.tsx';
import { storageBefore } from './list.ts';
import { texts } from './texts.ts';

/** Storage tokens that are left; beside them those before the uploads, once they have cost something. */
export function StorageLeft({ comparing }: { comparing?: boolean }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { data } = useQuery(usageQuery);
  const before = useStore(storageBefore);
  if (!data) return undefined;
  const { remaining } = data.storage;
  if (remaining === null) return t.quotaUnlimited;
  if (remaining === 0)
    return (
      <>
        {t.quotaNone} <PlanLink limit="storageTokens" />
      </>
    );
  return comparing && before !== undefined && before !== remaining
    ? t.quotaChanged(format.number(before), format.number(remaining))
    : t.quota(format.number(remaining), remaining);
}
