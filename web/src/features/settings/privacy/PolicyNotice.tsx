import type { PrivacyPreferences } from '@parlance/contract/endpoints/account/consents';
import type { ReactNode } from 'react';
import { useConfig } from '../../../lib/calls/use-config.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { policyTexts } from './policy-texts.ts';

/** The policy has changed since somebody agreed to it: what of it, and whether their choices still hold. */
export function PolicyNotice({
  policy: { consentVersion, currentVersion },
  busy,
  onConfirm,
  review,
}: {
  policy: Pick<PrivacyPreferences, 'consentVersion' | 'currentVersion'>;
  busy: boolean;
  onConfirm: () => void;
  /** The way to the choices, where they do not stand below. */
  review?: ReactNode;
}) {
  const t = useTexts(policyTexts);
  const language = useLanguage();
  const address = useConfig()?.legal.privacy[language];
  // A page of the operator's own says by itself what has changed.
  const changes = address?.startsWith('/legal/') ? `${address}/changes` : address;
  return (
    <Alert
      tone="warning"
      title={t.changed}
      action={
        <>
          {review}
          <Button size="sm" look="primary" busy={busy} onClick={onConfirm}>
            {t.confirm}
          </Button>
        </>
      }
    >
      {t.text(currentVersion, consentVersion ?? '')}{' '}
      <a href={changes ?? '/privacy'} target="_blank" rel="noreferrer" className="text-link underline">
        {t.changes}
      </a>
    </Alert>
  );
}
