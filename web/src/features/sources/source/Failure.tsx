import type { Source } from '@parlance/contract/endpoints/sources';
import type { ReactNode } from 'react';
import { limitOfCode } from '../../../lib/calls/plan-limits.ts';
import { useConfig } from '../../../lib/calls/use-config.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { PlanButton } from '../../../ui/buttons/PlanLink.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { texts } from '../texts.ts';
import { CrawlerRule } from './CrawlerRule.tsx';

/** Whom to turn to when an error comes back. */
function Support() {
  const t = useTexts(texts);
  const email = useConfig()?.supportEmail;
  if (!email) return t.supportUnnamed;
  return (
    <>
      {t.support}{' '}
      <a href={`mailto:${email}`} className="text-accent-text underline">
        {email}
      </a>
    </>
  );
}

/** Why something could not be read and what to do about it (specification §8). */
export function Failure({
  error,
  url,
  actions,
}: {
  error: NonNullable<Source['error']>;
  url: string | undefined;
  actions: ReactNode;
}) {
  const t = useTexts(texts);
  const limit = limitOfCode(error.code);
  const isBlocked = error.code === 'bot_protection';
  const facts = [error.statusCode === undefined ? '' : t.statusCode(error.statusCode), url ?? ''];
  return (
    <Alert
      tone="danger"
      title={isBlocked ? t.blockedTitle : error.message}
      action={
        <>
          {limit && <PlanButton size="sm" limit={limit} />}
          {actions}
        </>
      }
    >
      {isBlocked && t.blockedAdvice(error.statusCode)}
      <span className="mt-1 flex flex-col gap-1">
        {(isBlocked || error.statusCode !== undefined) && (
          <span className="line-clamp-3 text-sm" title={url}>
            {facts.filter((fact) => fact !== '').join(' · ')}
          </span>
        )}
        {isBlocked && <CrawlerRule />}
        <span className="text-sm">
          <Support />
        </span>
      </span>
    </Alert>
  );
}
