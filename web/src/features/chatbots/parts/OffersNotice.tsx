import { listTransfers } from '@parlance/contract/endpoints/transfers';
import { queryOptions } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../lib/calls/api.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { useRowChanges } from '../../../lib/queries/row-changes.ts';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { texts } from './offer-texts.ts';

const offersQuery = queryOptions({
  queryKey: ['transfers', 'offers'],
  queryFn: ({ signal }) => call(listTransfers, { query: { direction: 'incoming', limit: '20' }, signal }),
});

/** Says on the list of chatbots that somebody offers one. */
export function OffersNotice() {
  const t = useTexts(texts);
  useRowChanges({ table: 'transfers', queryKey: offersQuery.queryKey });
  const { data } = useQuery(offersQuery);
  const offers = data?.items.filter(({ status }) => status === 'pending') ?? [];
  const [first] = offers;
  if (!first) return null;
  return (
    <Alert
      live
      action={
        <Link
          to="/admin/transfers?tab=incoming"
          className="font-medium text-accent-text underline underline-offset-4"
        >
          {t.see}
        </Link>
      }
    >
      {offers.length === 1 ? t.one(first.email, first.chatbot.name) : t.several(offers.length)}
    </Alert>
  );
}
