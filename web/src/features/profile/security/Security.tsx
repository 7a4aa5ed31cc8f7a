import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { accountQuery } from '../queries.ts';
import { Section } from '../Section.tsx';
import { texts } from '../texts.ts';
import { TwoStep } from '../two-step/TwoStep.tsx';
import { Identities } from './Identities.tsx';
import { PasswordChange } from './PasswordChange.tsx';
import { Sessions } from './Sessions.tsx';

export function Security() {
  const t = useTexts(texts);
  const { data: user, error, refetch } = useQuery(accountQuery);
  return (
    <Section id="security" title={t.security} description={t.securityLead}>
      {user ? (
        <>
          <PasswordChange user={user} />
          <TwoStep user={user} />
        </>
      ) : error ? (
        <LoadFailure title={t.securityFailed} error={error} onRetry={() => void refetch()} />
      ) : (
        <SecurityLoading />
      )}
      <Sessions />
      {user && <Identities user={user} />}
    </Section>
  );
}

/** A placeholder as high as what will stand here, so that the sessions below do not jump. */
function SecurityLoading() {
  return (
    <>
      <Card as="div">
        <div className="flex max-w-md flex-col gap-5">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-10 w-52" />
        </div>
      </Card>
      <Card as="div">
        <div className="flex flex-col gap-5">
          <Skeleton className="h-6 w-56" />
          <Skeleton className="h-10 w-full max-w-md" />
          <Skeleton className="h-10 w-28" />
        </div>
      </Card>
    </>
  );
}
