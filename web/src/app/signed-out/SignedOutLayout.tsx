import { Link } from 'react-router';
import { useMedia } from '../../lib/browser/use-media.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { Logo } from '../../ui/display/Glyphs.tsx';
import { LanguageAndTheme } from '../frame/choices.tsx';
import { OfflineStrip } from '../frame/OfflineStrip.tsx';
import { PageArea } from '../frame/PageArea.tsx';
import { frameTexts } from '../frame/texts.ts';
import { SampleExchange } from './SampleExchange.tsx';

/** A form on paper; from 1024 px beside a graphite half where a chatbot answers. */
export function SignedOutLayout() {
  const t = useTexts(frameTexts);
  const wide = useMedia('(min-width: 64rem)');
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-2">
      <div className="flex min-h-dvh flex-col">
        <OfflineStrip />
        <header className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 md:px-8">
          <Link to="/login" aria-label="Parlance" className="flex items-center gap-2.5 rounded-2">
            <Logo size={30} />
            <span translate="no" className="display-type text-xl max-sm:visually-hidden">
              Parlance
            </span>
          </Link>
          <LanguageAndTheme />
        </header>
        <main id="main" tabIndex={-1} className="flex flex-1 flex-col justify-center px-4 py-8 md:px-8">
          {/* In the middle what grows moves: what waits stands at the top, in the room there is, and the page is another element. */}
          <PageArea
            className="mx-auto w-full max-w-(--size-dialog-sm)"
            waitingClassName="mx-auto mb-auto h-0 w-full max-w-(--size-dialog-sm) grow overflow-hidden"
          />
        </main>
        {/* Where it stands is known once the page is. */}
        <footer className="[main:has([data-waiting])+&]:invisible flex flex-wrap justify-center gap-x-5 gap-y-1 px-4 pt-2 pb-5 text-sm text-text-3">
          {(['terms', 'privacy'] as const).map((name) => (
            <a
              key={name}
              href={`/${name}`}
              target="_blank"
              rel="noreferrer"
              className="py-1 underline-offset-4 hover:text-text hover:underline"
            >
              {t[name]}
            </a>
          ))}
        </footer>
      </div>
      {wide && <SampleExchange />}
    </div>
  );
}
