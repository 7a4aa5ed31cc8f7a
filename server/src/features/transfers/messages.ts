import { defineTexts } from '@parlance/contract/i18n';

/** What each side is told of an offer, by what has become of it. */
export const messages = defineTexts({
  senderPending: {
    fr: (name: string) => `Vous proposez «\u00a0${name}\u00a0»`,
    en: (name: string) => `You offered “${name}”`,
  },
  senderPendingBody: {
    fr: (email: string, until: string) =>
      `Nous avons écrit à ${email}. Le chatbot reste à vous et continue de répondre tant que la proposition n’est pas acceptée. Elle est valable jusqu’au ${until}, et vous pouvez la retirer d’ici là.`,
    en: (email: string, until: string) =>
      `We have written to ${email}. The chatbot stays yours and keeps answering until the offer is accepted. It stands until ${until}, and you can take it back before then.`,
  },
  receiverPending: {
    fr: (name: string) => `Un chatbot vous est proposé\u00a0: «\u00a0${name}\u00a0»`,
    en: (name: string) => `A chatbot is offered to you: “${name}”`,
  },
  receiverPendingBody: {
    fr: (email: string, until: string) =>
      `${email} souhaite vous transférer ce chatbot, avec ses sources et ses conversations. Connectez-vous, ou créez un compte avec cette adresse, pour voir ce qu’il contient et décider. La proposition est valable jusqu’au ${until}.`,
    en: (email: string, until: string) =>
      `${email} would like to hand this chatbot over to you, with its sources and conversations. Sign in, or create an account with this address, to see what it holds and decide. The offer stands until ${until}.`,
  },
  receiverPendingAdvice: {
    fr: 'Si vous n’attendiez rien de cette personne, ignorez cet email\u00a0: sans réponse de votre part, rien ne se passe.',
    en: 'If you expected nothing from this person, ignore this email: unless you answer, nothing happens.',
  },
  senderAccepted: {
    fr: (name: string) => `«\u00a0${name}\u00a0» a été transféré`,
    en: (name: string) => `“${name}” has been handed over`,
  },
  senderAcceptedBody: {
    fr: (email: string) =>
      `${email} a accepté. Le chatbot, ses sources et ses conversations ne sont plus dans votre compte. Ce qu’il a consommé jusqu’ici reste dans votre journal.`,
    en: (email: string) =>
      `${email} has accepted. The chatbot, its sources and its conversations are no longer in your account. What it used until now stays in your journal.`,
  },
  receiverAccepted: {
    fr: (name: string) => `«\u00a0${name}\u00a0» est à vous`,
    en: (name: string) => `“${name}” is yours`,
  },
  receiverAcceptedBody: {
    fr: (email: string) =>
      `Vous avez accepté le chatbot de ${email}. Il répond sur les mêmes pages qu’avant\u00a0; ses réponses comptent désormais dans votre offre.`,
    en: (email: string) =>
      `You have accepted the chatbot of ${email}. It answers on the same pages as before; its answers now count towards your plan.`,
  },
  senderDeclined: {
    fr: (name: string) => `«\u00a0${name}\u00a0» a été refusé`,
    en: (name: string) => `“${name}” was declined`,
  },
  senderDeclinedBody: {
    fr: (email: string) => `${email} a décliné votre proposition. Le chatbot reste à vous.`,
    en: (email: string) => `${email} has declined your offer. The chatbot stays yours.`,
  },
  receiverDeclined: {
    fr: (name: string) => `Vous avez décliné «\u00a0${name}\u00a0»`,
    en: (name: string) => `You declined “${name}”`,
  },
  receiverDeclinedBody: {
    fr: (email: string) => `Le chatbot reste à ${email}, qui en est averti.`,
    en: (email: string) => `The chatbot stays with ${email}, who has been told.`,
  },
  senderCancelled: {
    fr: (name: string) => `La proposition de «\u00a0${name}\u00a0» est retirée`,
    en: (name: string) => `The offer of “${name}” is taken back`,
  },
  senderCancelledBody: {
    fr: (email: string) => `${email} ne peut plus l’accepter et en est averti.`,
    en: (email: string) => `${email} can no longer accept it and has been told.`,
  },
  receiverCancelled: {
    fr: (name: string) => `«\u00a0${name}\u00a0» ne vous est plus proposé`,
    en: (name: string) => `“${name}” is no longer offered to you`,
  },
  receiverCancelledBody: {
    fr: (email: string) => `${email} a retiré sa proposition. Vous n’avez rien à faire.`,
    en: (email: string) => `${email} has taken the offer back. There is nothing for you to do.`,
  },
  senderExpired: {
    fr: (name: string) => `La proposition de «\u00a0${name}\u00a0» a expiré`,
    en: (name: string) => `The offer of “${name}” has expired`,
  },
  senderExpiredBody: {
    fr: (email: string) =>
      `${email} n’a pas répondu en quatorze jours. Le chatbot reste à vous\u00a0; vous pouvez le proposer de nouveau.`,
    en: (email: string) =>
      `${email} has not answered in fourteen days. The chatbot stays yours; you can offer it again.`,
  },
  receiverExpired: {
    fr: (name: string) => `La proposition de «\u00a0${name}\u00a0» a expiré`,
    en: (name: string) => `The offer of “${name}” has expired`,
  },
  receiverExpiredBody: {
    fr: (email: string) => `Le chatbot reste à ${email}, qui peut vous le proposer de nouveau.`,
    en: (email: string) => `The chatbot stays with ${email}, who can offer it to you again.`,
  },
  button: { fr: 'Voir les transferts', en: 'See transfers' },
  reasonAccount: {
    fr: 'Vous recevez cet email parce qu’il concerne un transfert de chatbot de votre compte Parlance.',
    en: 'You get this email because it concerns a chatbot transfer of your Parlance account.',
  },
  reasonOffered: {
    fr: 'Vous recevez cet email parce que quelqu’un a saisi votre adresse pour vous transférer un chatbot.',
    en: 'You get this email because somebody entered your address to hand a chatbot over to you.',
  },
});
