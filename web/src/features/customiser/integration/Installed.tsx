import { checkInstall } from '@parlance/contract/endpoints/chatbots';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/calls/api.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import type { Editing } from '../editing/draft.ts';
import { domainOf } from './domains.ts';
import { Refused, Seen } from './Seen.tsx';
import { texts } from './texts.ts';

/** Where the widget was loaded last, as it happens; and what stands on a page that somebody names. */
export function Installed({ editing: { chatbot, draft, change } }: { editing: Editing }) {
  const t = useTexts(texts);
  const { seenOn, refusedOn } = chatbot;
  const [url, setUrl] = useState(seenOn ? `https://${seenOn.host}` : '');
  const [isMissing, setIsMissing] = useState(false);
  const check = useMutation({
    mutationFn: (page: string) =>
      call(checkInstall, { params: { chatbotId: chatbot.id }, body: { url: page } }),
  });
  const submit = () => {
    const page = url.trim();
    setIsMissing(page === '');
    if (page !== '') check.mutate(/^[a-z]+:\/\//i.test(page) ? page : `https://${page}`);
  };
  const host = check.variables === undefined ? undefined : domainOf(check.variables);
  const { data: result } = check;
  const refused = refusedOn && domainOf(refusedOn.host);
  const allow = (domain: string) => (
    <Button
      size="sm"
      className="mt-3"
      onClick={() => change({ allowedDomains: [...new Set([...draft.allowedDomains, domain])] })}
    >
      {t.allow(domain)}
    </Button>
  );
  const isWell = result?.found && result.problems.length === 0;

  return (
    <Card title={t.installedTitle}>
      <div className="flex flex-col gap-4">
        <Seen seenOn={seenOn} />
        {refusedOn && refused && !draft.allowedDomains.includes(refused) && (
          <Alert tone="warning" live>
            <Refused refusedOn={refusedOn} />
            <div>{allow(refused)}</div>
          </Alert>
        )}
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!check.isPending) submit();
          }}
          className="flex flex-col gap-3 @md:flex-row @md:items-start"
        >
          <div className="min-w-0 flex-1">
            <TextInput
              label={t.pageToCheck}
              placeholder={t.pageExample}
              type="url"
              inputMode="url"
              autoComplete="url"
              value={url}
              onChange={(value) => {
                setUrl(value);
                setIsMissing(false);
              }}
              error={isMissing ? t.pageRequired : undefined}
            />
          </div>
          <Button type="submit" busy={check.isPending} className="self-start @md:mt-6.5">
            {t.check}
          </Button>
        </form>
        <p role="status" className="visually-hidden">
          {check.isPending && t.checking}
        </p>
        {check.isError && (
          <Alert tone="danger" live>
            {sentenceOf(check.error)}
          </Alert>
        )}
        {result && !check.isPending && (
          <Alert
            tone={isWell ? 'success' : 'warning'}
            live
            title={isWell ? t.found : result.found ? t.foundBut : t.notFound}
          >
            {result.problems.length > 0 && (
              <ul className="mt-1.5 flex list-disc flex-col gap-1.5 ps-5">
                {result.problems.map(({ code, message }) => (
                  <li key={code}>{message}</li>
                ))}
              </ul>
            )}
            {host && result.problems.some(({ code }) => code === 'domain_not_allowed') && allow(host)}
          </Alert>
        )}
      </div>
    </Card>
  );
}
