import type { ApiKey } from '@parlance/contract/endpoints/account/api-keys';
import { limits } from '@parlance/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useAgo, useFormat } from '../../../lib/language/format.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Pill } from '../../../ui/display/Pill.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { reportOutcome, showToast } from '../../../ui/toasts/toasts.ts';
import { HelpTip } from '../../help/HelpTip.tsx';
import { accountQuery } from '../queries.ts';
import { anySentenceOf } from '../refusals.ts';
import { Line, LinesLoading, Matter, Section } from '../Section.tsx';
import { apiKeysQuery, useRevokeApiKey } from './queries.ts';
import { apiKeyTexts } from './texts.ts';

const CreateKeyDialog = onDemand(() => import('./CreateKeyDialog.tsx').then((file) => file.CreateKeyDialog));
const ConfirmDialog = onDemand(() => import('../ConfirmDialog.tsx').then((file) => file.ConfirmDialog));

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
const linkLook = 'font-medium text-accent-text underline underline-offset-4';

/** The keys that the account's programs call with. */
export function ApiKeys() {
  const t = useTexts(apiKeyTexts);
  const language = useLanguage();
  const client = useQueryClient();
  const { data: user } = useQuery(accountQuery);
  const { data: keys, error, refetch } = useQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState<ApiKey>();
  const revoke = useRevokeApiKey();
  const list = useRef<HTMLDivElement>(null);
  const isFull = keys !== undefined && keys.length >= limits.apiKeys;

  const confirmRevoke = (key: ApiKey) =>
    revoke.mutate(key.id, {
      onSuccess() {
        reportOutcome(t.revokeFailed).succeeded();
        showToast({ tone: 'success', title: t.revoked });
        setLeaving(undefined);
        // The button goes with its key.
        requestAnimationFrame(() => list.current?.focus());
      },
      onError: (refused) => reportOutcome(t.revokeFailed).failed(anySentenceOf(refused)),
    });

  return (
    <Section id="api-keys" title={t.title} description={t.lead}>
      <Matter
        title={t.keys}
        tip={<HelpTip about="apiKeys" />}
        description={
          <>
            <p>{t.keysLead}</p>
            <p className="flex flex-wrap gap-x-4 gap-y-1 pt-2">
              <a className={linkLook} href={`/guide/${language}/account-and-privacy#api-keys`}>
                {t.guide}
              </a>
              <a className={linkLook} href="/api/v1/openapi.json">
                {t.calls}
              </a>
            </p>
          </>
        }
      >
        {keys ? (
          <>
            <div ref={list} tabIndex={-1}>
              {keys.length > 0 ? (
                <ul aria-label={t.keys}>
                  {keys.map((key) => (
                    <KeyLine key={key.id} of={key} onRevoke={() => setLeaving(key)} />
                  ))}
                </ul>
              ) : (
                <p className="max-w-(--measure) text-md text-text-3">{t.none}</p>
              )}
            </div>
            <div>
              {isFull ? (
                <p className="text-md text-text-2">{t.full(limits.apiKeys)}</p>
              ) : (
                <Button icon={<Plus {...icon} />} onClick={() => setCreating(true)}>
                  {t.create}
                </Button>
              )}
            </div>
          </>
        ) : error ? (
          <LoadFailure title={t.failed} error={error} onRetry={() => void refetch()} />
        ) : (
          <LinesLoading />
        )}
        {isCreating && user && (
          <CreateKeyDialog
            user={user}
            onMade={() => void client.invalidateQueries({ queryKey: apiKeysQuery.queryKey })}
            onClose={() => setCreating(false)}
          />
        )}
        {leaving && (
          <ConfirmDialog
            title={t.revokeTitle(leaving.name)}
            action={t.revoke}
            busy={revoke.isPending}
            onConfirm={() => confirmRevoke(leaving)}
            onClose={() => setLeaving(undefined)}
          >
            {t.revokeText}
          </ConfirmDialog>
        )}
      </Matter>
    </Section>
  );
}

function KeyLine({ of, onRevoke }: { of: ApiKey; onRevoke: () => void }) {
  const t = useTexts(apiKeyTexts);
  const format = useFormat();
  const ago = useAgo();
  const { name, scopes, last4, createdAt, lastUsedAt } = of;
  return (
    <Line
      icon={<KeyRound {...icon} />}
      name={
        <>
          <span>{name}</span>
          <span className="flex flex-wrap gap-1">
            {scopes.map((scope) => (
              <Pill key={scope}>{t[scope]}</Pill>
            ))}
          </span>
        </>
      }
      facts={
        <span className="flex flex-wrap gap-x-3">
          <span translate="no" className="font-mono">
            <span aria-hidden="true">parlance_…{last4}</span>
            <span className="visually-hidden">{t.endsWith(last4)}</span>
          </span>
          <span>{t.created(format.date(createdAt))}</span>
          <span>
            {lastUsedAt === null ? (
              t.unused
            ) : (
              <time dateTime={lastUsedAt} title={format.moment(lastUsedAt)}>
                {t.used(ago(lastUsedAt))}
              </time>
            )}
          </span>
        </span>
      }
    >
      <Button size="sm" aria-label={t.revokeOf(name)} onClick={onRevoke}>
        {t.revoke}
      </Button>
    </Line>
  );
}
