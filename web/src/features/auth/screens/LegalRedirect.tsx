import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { configQuery } from '../../../lib/calls/config.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Spinner } from '../../../ui/buttons/Spinner.tsx';
import { usePageTitle } from '../../../ui/layout/PageHead.tsx';
import { confirmationTexts } from '../email-links/texts.ts';
import { texts } from '../texts.ts';

const legalTexts = { ...texts, ...confirmationTexts };

/** Leads to the policy document in the current language, replacing the address, so that Back does not trap. */
function LegalRedirect({ document: name }: { document: 'privacy' | 'terms' }) {
  const t = useTexts(legalTexts);
  const language = useLanguage();
  const { data: config, isError } = useQuery(configQuery);
  const address = config?.legal[name][language] ?? `/legal/${name}/${language}`;
  const known = Boolean(config) || isError;
  usePageTitle(t.redirecting);

  useEffect(() => {
    if (known) window.location.replace(address);
  }, [known, address]);

  return (
    <main id="main" className="flex min-h-dvh flex-col items-center justify-center gap-4 px-4 text-center">
      <h1 className="visually-hidden">{name === 'privacy' ? t.privacy : t.terms}</h1>
      <p role="status" className="flex items-center gap-3 text-md text-text-2">
        <Spinner size={22} className="text-accent-strong" />
        {t.redirecting}
      </p>
      <a href={address} className="font-strong text-accent-text underline underline-offset-4">
        {t.openPolicy}
      </a>
    </main>
  );
}

export const Privacy = () => <LegalRedirect document="privacy" />;
export const Terms = () => <LegalRedirect document="terms" />;
