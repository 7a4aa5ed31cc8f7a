import { useState } from 'react';
import { useTexts } from '../../lib/texts.ts';
import { Code } from './Code.tsx';
import { texts } from './integration-texts.ts';
import { htmlSnippet, type Place, reactSnippet, tagManagerSnippet } from './snippets.ts';

const sites = ['html', 'wordpress', 'wix', 'shopify', 'webflow', 'tagManager', 'react'] as const;
type Site = (typeof sites)[number];

const codeFor = (site: Site, place: Place) => {
  if (site === 'tagManager') return tagManagerSnippet(place);
  return site === 'react' ? reactSnippet(place) : htmlSnippet(place);
};

/** What to paste where, by what a site is made with. */
export function SiteCode({ place }: { place: Place }) {
  const t = useTexts(texts);
  const [site, setSite] = useState<Site>('html');
  return (
    <div className="flex flex-col gap-4">
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
    </div>
  );
}
