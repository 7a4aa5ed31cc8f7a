import type { Language } from '@parlance/contract/i18n';
import type { Config } from '../../config.ts';
import { type LegalVersion, operatorFacts } from './document.ts';
import { privacy1, terms1 } from './first-versions.ts';
import { privacy2 } from './privacy.ts';
import { terms2 } from './terms.ts';

/** Each document's registered versions, the newest first. */
export const legalVersions = {
  privacy: [privacy2, privacy1],
  terms: [terms2, terms1],
} as const satisfies Record<string, readonly [LegalVersion, ...LegalVersion[]]>;

/** A version's text as it is shown: titles and paragraphs, in order. */
export const blocksOf = (version: LegalVersion, config: Config, language: Language) =>
  version
    .sections(operatorFacts(config))
    .flatMap(({ title, text }) => [
      { isTitle: true, text: title[language] },
      ...text[language].map((text) => ({ isTitle: false, text })),
    ]);

const isServedHere = (address: string) => address.startsWith('/legal/');

/**
 * The privacy policy that consents refer to. Where it is a page of the operator's own, its address stands for its text, and
 * its version is what the operator says.
 */
export const privacyPolicy = (config: Config) => ({
  version: Object.values(config.legal.privacy).every(isServedHere)
    ? legalVersions.privacy[0].number
    : config.ownPrivacyVersion,
  text: (language: Language) => {
    const own = config.legal.privacy[language];
    if (!isServedHere(own)) return own;
    return blocksOf(legalVersions.privacy[0], config, language)
      .map(({ text }) => `${text}\n`)
      .join('\n');
  },
});
