import type { Language } from '@parlance/contract/i18n';
import { maxFollowUpLength, opening, startsOf, withoutTalk } from './follow-ups.ts';
import { wordsIn } from './words.ts';

/**
 * As they are typed without accents and signs: "c'est où ?" is "c est ou". What they ask for is said as pages say it: a house
 * tells its address by the street, its times as opening hours.
 */
const bareQuestions: readonly {
  asks: Record<Language, string>;
  as: Record<Language, readonly (readonly string[])[]>;
}[] = [
  {
    asks: { fr: 'adresse (rue)', en: 'address (street)' },
    as: {
      fr: startsOf(`ou, ou ca, ou est ce, ou c est, c est ou, c est ou exactement, ou etes vous, vous etes ou, ou vous etes, t es ou,
        ou est ce que vous etes, ou etes vous situes, vous etes situes ou, vous etes ou exactement, ou se trouve t on,
        ou vous trouver, ou est ce que c est, comment vous trouver, adresse, l adresse, votre adresse, quelle est votre adresse,
        quelle est l adresse, c est quoi l adresse, c est quoi votre adresse`),
      en: startsOf(`where, where is it, where s it, where is that, where is this, where are you, where r u, where u at,
        where exactly are you, where are you exactly, where are you based, where are you located, where is it located,
        where can i find you, where do i find you, how do i find you, address, the address, your address, what is your address,
        what s your address, what is the address, what s the address`),
    },
  },
  {
    asks: { fr: 'tarifs', en: 'prices' },
    as: {
      fr: startsOf(`combien, combien ca, c est combien, combien c est, combien est ce, combien ca coute, ca coute combien,
        ca fait combien, combien est ce que ca coute, c est quel prix, a quel prix, quel prix, quels prix, c est cher`),
      en: startsOf(`how much, how much is it, how much s it, how much are you, how much does it cost, how much do you charge,
        what do you charge, what does it cost, how much is that, how much is this, is it expensive`),
    },
  },
  {
    asks: { fr: 'horaires d’ouverture', en: 'opening hours' },
    as: {
      fr: startsOf(`quand, c est quand, quand ca, a quelle heure, c est a quelle heure, de quelle heure a quelle heure, horaire,
        horaires, les horaires, vos horaires, quels horaires, quels sont les horaires, quels sont vos horaires`),
      en: startsOf(`when, when is it, when s it, what time, at what time, from when to when, what are your times, hours, your hours,
        what are your hours, times`),
    },
  },
];

const languages = ['fr', 'en'] as const;
const polite = new Set(['svp', 'stp', 'please', 'pls', 'merci', 'thanks']);

/** What a question asks for that names nothing: "c'est où ?" the address; undefined of any other. */
export function bareQuestionIn(text: string): string | undefined {
  if (text.length > maxFollowUpLength) return undefined;
  const words = wordsIn(withoutTalk(text)).filter((word) => !polite.has(word.text));
  if (words.length === 0) return undefined;
  for (const { asks, as } of bareQuestions)
    for (const language of languages)
      if (opening(words, 0, as[language]) === words.length) return asks[language];
  return undefined;
}
