import { defineTexts } from '@parlance/contract/i18n';
import { answerTexts } from '../../../answers/texts.ts';

/** Texts of the test of a chatbot beside its sources. */
export const testTexts = defineTexts({
  ...answerTexts,
  title: { fr: 'Tester le chatbot', en: 'Test the chatbot' },
  toSite: { fr: 'Mettre sur votre site', en: 'Put it on your site' },
  restart: { fr: 'Recommencer', en: 'Start over' },
  intro: {
    fr: 'Posez une question comme un visiteur. Vous verrez la réponse, les passages qu’elle cite et pourquoi ils ont été retenus.',
    en: 'Ask as a visitor would. You will see the answer, the passages that it cites, and why they were chosen.',
  },
  changed: {
    fr: 'Vos sources ont changé depuis cette réponse.',
    en: 'Your sources have changed since this answer.',
  },
  recentFailed: {
    fr: 'Vos derniers tests n’ont pas pu être chargés.',
    en: 'Your last tests could not be loaded.',
  },
  considered: {
    fr: (count: number) => (count > 1 ? `${count} passages examinés` : 'Un passage examiné'),
    en: (count: number) => (count > 1 ? `${count} passages considered` : 'One passage considered'),
  },
  noneConsidered: {
    fr: 'Aucun passage ne contient les mots de cette question.',
    en: 'No passage holds the words of this question.',
  },
  others: {
    fr: (count: number) => (count > 1 ? `${count} passages écartés` : 'Un passage écarté'),
    en: (count: number) => (count > 1 ? `${count} passages left aside` : 'One passage left aside'),
  },
  strength: { fr: 'Score, comparé au meilleur passage', en: 'Score, against the best passage' },
  strengthIs: {
    fr: (share: string) => `${share} du meilleur`,
    en: (share: string) => `${share} of the best`,
  },
  word: {
    fr: (word: string, share: string) => `« ${word} » (${share})`,
    en: (word: string, share: string) => `“${word}” (${share})`,
  },
  wordAs: {
    fr: (word: string, names: string, share: string) => `«\u00a0${word}\u00a0» par ${names} (${share})`,
    en: (word: string, names: string, share: string) => `“${word}” as ${names} (${share})`,
  },
  together: {
    fr: (list: string) => `Côte à côte\u00a0: ${list}.`,
    en: (list: string) => `Side by side: ${list}.`,
  },
  plainWord: { fr: (word: string) => `« ${word} »`, en: (word: string) => `“${word}”` },
  holds: { fr: (list: string) => `Contient ${list}.`, en: (list: string) => `Holds ${list}.` },
  inHeading: {
    fr: (list: string) => `Dans le titre : ${list}.`,
    en: (list: string) => `In the heading: ${list}.`,
  },
  lacks: { fr: (list: string) => `N’y est pas : ${list}.`, en: (list: string) => `Not there: ${list}.` },
  near: {
    fr: (share: string) => `Sens proche à ${share}.`,
    en: (share: string) => `${share} near in meaning.`,
  },
  ranks: {
    fr: (byWords: number | undefined, byMeaning: number | undefined) =>
      [
        byWords === undefined ? '' : `Rang ${byWords} par les mots`,
        byMeaning === undefined ? '' : `rang ${byMeaning} par le sens`,
      ]
        .filter(Boolean)
        .join(', ')
        .replace(/^r/, 'R'),
    en: (byWords: number | undefined, byMeaning: number | undefined) =>
      [
        byWords === undefined ? '' : `Rank ${byWords} by words`,
        byMeaning === undefined ? '' : `rank ${byMeaning} by meaning`,
      ]
        .filter(Boolean)
        .join(', ')
        .replace(/^r/, 'R'),
  },
  answerThis: { fr: 'Répondre à cette question', en: 'Answer this question' },
});
