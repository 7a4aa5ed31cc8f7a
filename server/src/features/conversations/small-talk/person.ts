import type { Language } from '@parlance/contract/i18n';
import { fold } from '../../reading/service.ts';

/** How people ask for a human being, word by word: a wish, a verb, then somebody. */
const ways: Record<
  Language,
  { wishes: RegExp; verbs: Set<string>; links: Set<string>; people: Set<string>; asks: RegExp }
> = {
  fr: {
    wishes:
      /\b(?:je (?:veux|voudrais|aimerais|souhaite|souhaiterais|prefere|prefererais|dois|peux|pourrais|desire)|j aimerais|j ai besoin de|besoin de|puis je|peut on|on peut|pourrais je|possible de|passez moi|faut que je|comment (?:je peux|puis je|peut on|on peut|faire pour|parler|joindre|contacter|avoir))\b/,
    verbs: new Set(
      'parler discuter echanger dialoguer avoir joindre contacter causer voir appeler'.split(' '),
    ),
    links: new Set(['a', 'avec', 'au', 'aux', 'directement']),
    people: new Set(
      `quelqu qqun qqn kelkun humain humaine conseiller conseillere responsable equipe patron patronne gerant gerante
      directeur directrice proprietaire secretaire secretariat standard standardiste agent employe employee interlocuteur
      interlocutrice operateur operatrice vendeur vendeuse technicien technicienne bibliothecaire receptionniste
      accueil humains collegue moniteur monitrice prof professeur`.split(/\s+/),
    ),
    asks: /\b(?:quelle?s? heures?|quand|combien|ou puis je|ou est|horaires?|pourquoi|numero|telephone de)\b/,
  },
  en: {
    wishes:
      /\b(?:i (?:want|need|d like|would like|d rather|would rather|prefer|d prefer|would prefer|wish|wanna|have)|can i|could i|may i|how (?:do|can) i|let me|is it possible|put me through|rather|want to|need to)\b/,
    verbs: new Set('talk speak chat reach contact see get through'.split(' ')),
    links: new Set(['to', 'with', 'from', 'of']),
    people: new Set(
      `someone somebody human humans person people staff team agent representative rep manager owner operator adviser
      advisor receptionist member support boss colleague anyone anybody employee assistant supervisor teacher instructor
      trainer clerk technician specialist expert`.split(/\s+/),
    ),
    asks: /\b(?:what time|when|how much|how many|hours|where|why|phone number)\b/,
  },
};

/** Words that may stand between a verb and whom it is about: "parler tout de suite avec un vrai conseiller". */
const reach = 7;

const isCapital = (word: string) => /^\p{Lu}\p{Ll}/u.test(word);

/** The language in which a message asks to be put through to a human being, if it does. */
export function wantsPerson(text: string): Language | undefined {
  const written = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = written.map((word) => fold(word.toLowerCase()));
  const said = words.join(' ');
  for (const language of ['fr', 'en'] as const) {
    const { wishes, verbs, links, people, asks } = ways[language];
    if (!wishes.test(said) || asks.test(said)) continue;
    for (const [at, word] of words.entries()) {
      if (!verbs.has(word)) continue;
      const near = words.slice(at + 1, at + 1 + reach);
      const somebody = near.findIndex(
        (next, index) =>
          people.has(next) ||
          (index > 0 && !directVerbs.has(word) && isCapital(written[at + 1 + index] ?? '')),
      );
      if (somebody < 0) continue;
      // "avoir quelqu’un" wants somebody, "parler de quelqu’un" doesn't.
      if (directVerbs.has(word) || near.slice(0, somebody + 1).some((next) => links.has(next)))
        return language;
    }
  }
  return undefined;
}

/** What takes its person without a word between. */
const directVerbs = new Set([
  'avoir',
  'joindre',
  'contacter',
  'voir',
  'appeler',
  'get',
  'reach',
  'contact',
  'see',
]);
