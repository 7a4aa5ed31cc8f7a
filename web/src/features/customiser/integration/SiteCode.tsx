import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { ButtonLink } from '../../../ui/buttons/Button.tsx';
import { Choice } from '../fields/Choice.tsx';
import { Code, CopyButton } from './Code.tsx';
import { htmlSnippet, type Place, publicPage, reactSnippet, tagManagerSnippet } from './snippets.ts';
import { texts } from './texts.ts';

const sites = ['html', 'wordpress', 'wix', 'shopify', 'webflow', 'tagManager', 'react'] as const;
type Site = (typeof sites)[number];

const codeFor = (site: Site, place: Place) => {
  if (site === 'tagManager') return tagManagerSnippet(place);
  return site === 'react' ? reactSnippet(place) : htmlSnippet(place);
};

/** The way onto a site: what to paste where, or a message to who does it. */
export function SiteCode({ place }: { place: Place }) {
  const t = useTexts(texts);
  const [keeper, setKeeper] = useState<'me' | 'other'>('me');
  return (
    <div className="flex flex-col gap-4">
      <Choice
        label={t.keeper}
        value={keeper}
        onChange={setKeeper}
        options={[
          { value: 'me', label: t.keeperMe },
          { value: 'other', label: t.keeperOther },
        ]}
      />
      {keeper === 'me' ? <Steps place={place} /> : <Instructions place={place} />}
    </div>
  );
}

/** Instructions for who has somebody else paste the line. */
function Instructions({ place }: { place: Place }) {
  const t = useTexts(texts);
  const text = t.instructionsText(place.name, htmlSnippet(place), publicPage(place));
  const subject = encodeURIComponent(t.instructionsSubject(place.name));
  return (
    <>
      <p className="text-md text-text-2">{t.keeperHelp}</p>
      <blockquote
        aria-label={t.instructions}
        className="whitespace-pre-line rounded-2 border border-line bg-sunken p-3.5 text-sm text-text-2 [overflow-wrap:anywhere]"
      >
        {text}
      </blockquote>
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          look="primary"
          size="sm"
          to={`mailto:?subject=${subject}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`}
          icon={<Mail size={16} strokeWidth={1.75} aria-hidden="true" />}
        >
          {t.sendInstructions}
        </ButtonLink>
        <CopyButton text={text} label={t.copyInstructions} />
      </div>
    </>
  );
}

/** What to paste where, by what a site is made with. */
function Steps({ place }: { place: Place }) {
  const t = useTexts(texts);
  const [site, setSite] = useState<Site>('html');
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">{t.madeWith}</legend>
        <div className="flex flex-wrap gap-2">
          {sites.map((one) => (
            <label
              key={one}
              className="relative flex min-h-9 cursor-pointer items-center rounded-2 border border-line-control bg-surface px-3 text-md text-text-2 motion-fast hover:bg-hover has-checked:border-accent-strong has-checked:bg-accent-soft has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11 forced-colors:has-checked:border-2"
            >
              <input
                type="radio"
                name="site"
                checked={site === one}
                onChange={() => setSite(one)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <span translate="no">{t[one]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <ol className="flex list-decimal flex-col gap-1.5 ps-5 text-md text-text-2 marker:tabular marker:text-text-3">
        {t[`${site}Steps`].split('\n').map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Code code={codeFor(site, place)} />
    </>
  );
}
