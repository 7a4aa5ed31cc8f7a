import { defineTexts } from '@parlance/contract/i18n';

const plural = (count: number) => (count > 1 ? 's' : '');

export const alertTexts = defineTexts({
  message: { fr: 'jetons de message', en: 'message tokens' },
  storage: { fr: 'jetons de stockage', en: 'storage tokens' },
  warning: {
    fr: (percent: string, kind: string) => `${percent} de vos ${kind} sont utilisés.`,
    en: (percent: string, kind: string) => `${percent} of your ${kind} are used.`,
  },
  exceeded: {
    fr: (kind: string) => `Il ne vous reste plus assez de ${kind}.`,
    en: (kind: string) => `You have too few ${kind} left.`,
  },
  messageExceeded: {
    fr: (day: string) => `Vos chatbots citent vos sources jusqu’au renouvellement, le ${day}.`,
    en: (day: string) => `Your chatbots quote your sources until they renew on ${day}.`,
  },
  storageExceeded: {
    fr: 'Ce qui est déjà lu continue de répondre\u00a0; rien de nouveau ne peut s’y ajouter.',
    en: 'What has been read goes on answering; nothing new can be added.',
  },
  putAway: { fr: 'Masquer cette alerte', en: 'Hide this alert' },
  putAwayFailed: { fr: 'L’alerte n’a pas pu être masquée.', en: 'The alert could not be hidden.' },

  quotes: {
    fr: (names: string, count: number) =>
      `${names} ${count > 1 ? 'citent' : 'cite'} vos sources au lieu de rédiger.`,
    en: (names: string, count: number) =>
      `${names} ${count > 1 ? 'quote' : 'quotes'} your sources instead of writing.`,
  },
  others: {
    fr: (count: number) => `${count} autre${plural(count)}`,
    en: (count: number) => `${count} other${plural(count)}`,
  },
  quota: {
    fr: (since: string, day: string) =>
      `Depuis le ${since}, les jetons de message de ce mois ne suffisent plus. Tout revient de soi-même le ${day}.`,
    en: (since: string, day: string) =>
      `Since ${since}, this month’s message tokens have not been enough. All returns by itself on ${day}.`,
  },
  daily_cap: {
    fr: (since: string) =>
      `Depuis le ${since}, son plafond du jour est atteint. Il rédigera de nouveau demain, ou dès que vous le relevez.`,
    en: (since: string) =>
      `Since ${since}, its cap for the day has been reached. It writes again tomorrow, or once you raise it.`,
  },
  monthly_cap: {
    fr: (since: string, day: string) =>
      `Depuis le ${since}, son plafond du mois est atteint. Il rédigera de nouveau le ${day}, ou dès que vous le relevez.`,
    en: (since: string, day: string) =>
      `Since ${since}, its cap for the month has been reached. It writes again on ${day}, or once you raise it.`,
  },
  provider: {
    fr: (since: string) =>
      `Depuis le ${since}, le service du modèle ne répond pas. Rien à faire\u00a0: tout revient dès qu’il répond.`,
    en: (since: string) =>
      `Since ${since}, the model’s service has not been answering. Nothing to do: all returns once it does.`,
  },
  answers: {
    fr: (count: number, text: string) => `${text} réponse${plural(count)} depuis.`,
    en: (count: number, text: string) => `${text} answer${plural(count)} since.`,
  },
  silent: {
    fr: (names: string, count: number) =>
      `${names} ${count > 1 ? 'ont' : 'a'} cité autant qu’aujourd’hui le permet et se ${count > 1 ? 'disent indisponibles' : 'dit indisponible'} jusqu’à demain.`,
    en: (names: string, count: number) =>
      `${names} ${count > 1 ? 'have' : 'has'} quoted as often as a day allows, and ${count > 1 ? 'say that they are' : 'says that it is'} unavailable until tomorrow.`,
  },
  raiseCap: { fr: 'Relever le plafond', en: 'Raise the cap' },
});
