import { defineTexts } from '@parlance/contract/i18n';

export const changeTexts = defineTexts({
  title: {
    fr: (name: string) => `Passer à l’offre ${name}`,
    en: (name: string) => `Move to the ${name} plan`,
  },
  backTitle: { fr: 'Revenir à l’offre Gratuit', en: 'Go back to the Free plan' },
  description: {
    fr: 'Voici ce qui change. Rien n’est fait tant que vous ne l’avez pas confirmé chez Stripe, notre prestataire de paiement.',
    en: 'This is what changes. Nothing is done until you confirm it at Stripe, our payment provider.',
  },
  loadFailed: {
    fr: 'Ce qui changerait n’a pas pu être calculé.',
    en: 'What would change could not be worked out.',
  },
  limits: { fr: 'Les limites, avant et après', en: 'The limits, before and after' },
  limit: { fr: 'Limite', en: 'Limit' },
  now: { fr: 'Aujourd’hui', en: 'Today' },
  after: { fr: 'Ensuite', en: 'Then' },
  messageTokens: { fr: 'Jetons de message par mois', en: 'Message tokens a month' },
  storageTokens: { fr: 'Jetons de stockage', en: 'Storage tokens' },
  storageBytes: { fr: 'Fichiers', en: 'Files' },
  chatbots: { fr: 'Chatbots', en: 'Chatbots' },
  price: { fr: 'Prix par mois', en: 'Price a month' },
  unlimited: { fr: 'illimité', en: 'unlimited' },
  onRequest: { fr: 'sur demande', en: 'on request' },
  atOnce: {
    fr: 'Le changement prend effet dès que le paiement est confirmé. Les jetons déjà utilisés ce mois-ci restent comptés.',
    en: 'The change takes effect as soon as the payment is confirmed. Tokens already used this month stay counted.',
  },
  atEnd: {
    fr: (date: string) =>
      `Le changement prend effet le ${date}, à la fin de ce que vous avez payé. Jusque-là, rien ne change.`,
    en: (date: string) =>
      `The change takes effect on ${date}, at the end of what you have paid for. Until then nothing changes.`,
  },
  dueNow: {
    fr: (amount: string) => `À payer maintenant : ${amount}.`,
    en: (amount: string) => `Due now: ${amount}.`,
  },
  nothingDue: { fr: 'Rien à payer maintenant.', en: 'Nothing is due now.' },
  dueUnknown: {
    fr: 'Le montant exact vous est montré avant de payer.',
    en: 'You are shown the exact amount before you pay.',
  },
  storageExceeded: {
    fr: 'Vous avez plus de contenu que cette offre n’en permet. Rien n’est supprimé et tout répond encore ; vous ne pourrez simplement plus rien ajouter.',
    en: 'You have more content than this plan allows. Nothing is deleted and everything still answers; you just can’t add anything more.',
  },
  keep: {
    fr: (count: number) =>
      count === 0
        ? 'Cette offre ne permet aucun chatbot : tous seront mis en pause'
        : `Quel${count > 1 ? 's' : ''} chatbot${count > 1 ? 's' : ''} reste${count > 1 ? 'nt' : ''} en ligne ?`,
    en: (count: number) =>
      count === 0
        ? 'This plan allows no chatbot: all of them will be paused'
        : `Which chatbot${count > 1 ? 's stay' : ' stays'} online?`,
  },
  keepHelp: {
    fr: (count: string) =>
      `Jusqu’à ${count}. Les autres sont mis en pause : ils ne répondent plus, et ne perdent ni sources ni conversations.`,
    en: (count: string) =>
      `Up to ${count}. The others are paused: they stop answering, and lose neither sources nor conversations.`,
  },
  keepTooMany: {
    fr: (count: string, max: string) => `Vous en avez choisi ${count} : gardez-en ${max} au plus.`,
    en: (count: string, max: string) => `You have chosen ${count}: keep ${max} at most.`,
  },
  toPayment: { fr: 'Continuer vers le paiement', en: 'Continue to payment' },
  toConfirmation: { fr: 'Continuer vers la confirmation', en: 'Continue to confirmation' },
  failed: {
    fr: 'La page de paiement n’a pas pu s’ouvrir. Votre choix est gardé.',
    en: 'The payment page could not be opened. Your choice is kept.',
  },
});
