import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  title: { fr: 'Transferts', en: 'Transfers' },
  description: {
    fr: 'Confiez un chatbot à un autre compte, avec tout ce qu’il contient.',
    en: 'Hand a chatbot over to another account, with all that it holds.',
  },
  offer: { fr: 'Transférer un chatbot', en: 'Transfer a chatbot' },
  outgoing: { fr: 'Envoyés', en: 'Outgoing' },
  incoming: { fr: 'Reçus', en: 'Incoming' },
  directions: { fr: 'Transferts', en: 'Transfers' },
  search: { fr: 'Chercher un transfert', en: 'Search transfers' },
  clearSearch: { fr: 'Effacer la recherche', en: 'Clear search' },
  sort: { fr: 'Trier', en: 'Sort' },
  newestFirst: { fr: 'Les plus récents d’abord', en: 'Newest first' },
  oldestFirst: { fr: 'Les plus anciens d’abord', en: 'Oldest first' },
  byName: { fr: 'Chatbot, de A à Z', en: 'Chatbot, A to Z' },
  byNameDown: { fr: 'Chatbot, de Z à A', en: 'Chatbot, Z to A' },
  byAddress: { fr: 'Adresse email, de A à Z', en: 'Email address, A to Z' },
  byAddressDown: { fr: 'Adresse email, de Z à A', en: 'Email address, Z to A' },
  noMatch: { fr: 'Aucun transfert ne correspond.', en: 'No transfer matches.' },
  loadFailed: { fr: 'Vos transferts n’ont pas pu être chargés.', en: 'Your transfers could not be loaded.' },

  emptyOutgoing: {
    fr: 'Le chatbot change de mains, ses visiteurs ne remarquent rien.',
    en: 'The chatbot changes hands, its visitors notice nothing.',
  },
  emptyIncoming: { fr: 'Personne ne vous propose de chatbot.', en: 'Nobody offers you a chatbot.' },
  howOffer: {
    fr: 'Vous choisissez un chatbot et saisissez l’adresse email de la personne\u00a0; elle peut créer son compte ensuite.',
    en: 'You choose a chatbot and enter the person’s email address; they can create their account afterwards.',
  },
  howAccept: {
    fr: 'Elle voit ce qu’il contient et accepte sous quatorze jours. D’ici là, il reste à vous et vous pouvez retirer la proposition.',
    en: 'They see what it holds and accept within fourteen days. Until then it stays yours, and you can take the offer back.',
  },
  howMove: {
    fr: 'Sources, conversations, images, vérifications et réglages suivent. Le code posé sur vos pages ne change pas.',
    en: 'Sources, conversations, images, checks and settings go along. The code on your pages stays as it is.',
  },
  howReceive: {
    fr: 'Une proposition faite à votre adresse apparaît ici, et vous décidez.',
    en: 'An offer made to your address shows here, and you decide.',
  },

  chatbot: { fr: 'Chatbot', en: 'Chatbot' },
  to: { fr: 'Destinataire', en: 'To' },
  from: { fr: 'De', en: 'From' },
  contents: { fr: 'Ce qui suit', en: 'What comes along' },
  offered: { fr: 'Proposé', en: 'Offered' },
  status: { fr: 'État', en: 'State' },
  decision: { fr: 'Décision', en: 'Decision' },
  sources: {
    fr: (count: number, shown: string) => `${shown}\u00a0${count > 1 ? 'sources' : 'source'}`,
    en: (count: number, shown: string) => `${shown}\u00a0${count === 1 ? 'source' : 'sources'}`,
  },
  conversations: {
    fr: (count: number, shown: string) => `${shown}\u00a0${count > 1 ? 'conversations' : 'conversation'}`,
    en: (count: number, shown: string) => `${shown}\u00a0${count === 1 ? 'conversation' : 'conversations'}`,
  },
  checks: {
    fr: (count: number, shown: string) => `${shown}\u00a0${count > 1 ? 'vérifications' : 'vérification'}`,
    en: (count: number, shown: string) => `${shown}\u00a0${count === 1 ? 'check' : 'checks'}`,
  },
  pending: { fr: 'En attente', en: 'Pending' },
  accepted: { fr: 'Accepté', en: 'Accepted' },
  declined: { fr: 'Décliné', en: 'Declined' },
  cancelled: { fr: 'Retiré', en: 'Taken back' },
  expired: { fr: 'Expiré', en: 'Expired' },
  until: { fr: (date: string) => `jusqu’au ${date}`, en: (date: string) => `until ${date}` },

  accept: { fr: 'Accepter', en: 'Accept' },
  acceptOf: { fr: (name: string) => `Accepter ${name}`, en: (name: string) => `Accept ${name}` },
  decline: { fr: 'Décliner', en: 'Decline' },
  declineOf: { fr: (name: string) => `Décliner ${name}`, en: (name: string) => `Decline ${name}` },
  takeBack: { fr: 'Retirer', en: 'Take back' },
  takeBackOf: {
    fr: (name: string) => `Retirer la proposition de ${name}`,
    en: (name: string) => `Take back the offer of ${name}`,
  },
  tookBack: {
    fr: (name: string) => `La proposition de «\u00a0${name}\u00a0» est retirée.`,
    en: (name: string) => `The offer of “${name}” is taken back.`,
  },
  takeBackFailed: {
    fr: 'La proposition n’a pas pu être retirée.',
    en: 'The offer could not be taken back.',
  },
  didDecline: {
    fr: (name: string) => `Vous avez décliné «\u00a0${name}\u00a0».`,
    en: (name: string) => `You declined “${name}”.`,
  },
  declineFailed: {
    fr: 'La proposition n’a pas pu être déclinée.',
    en: 'The offer could not be declined.',
  },

  offerDescription: {
    fr: 'La personne reçoit un email. Le chatbot reste à vous jusqu’à ce qu’elle accepte.',
    en: 'The person gets an email. The chatbot stays yours until they accept.',
  },
  chooseChatbot: { fr: 'Choisissez un chatbot', en: 'Choose a chatbot' },
  email: { fr: 'Adresse email du destinataire', en: 'The receiver’s email address' },
  emailWrong: {
    fr: 'Cette adresse email est incomplète. Exemple\u00a0: nom@exemple.fr',
    en: 'This email address is incomplete. Example: name@example.com',
  },
  send: { fr: 'Envoyer la proposition', en: 'Send the offer' },
  sent: {
    fr: (name: string, email: string) => `«\u00a0${name}\u00a0» est proposé à ${email}.`,
    en: (name: string, email: string) => `“${name}” is offered to ${email}.`,
  },
  sendFailed: {
    fr: 'La proposition n’a pas pu être envoyée.',
    en: 'The offer could not be sent.',
  },
  noChatbots: {
    fr: 'Vous n’avez pas encore de chatbot à transférer.',
    en: 'You have no chatbot to transfer yet.',
  },

  acceptTitle: {
    fr: (name: string) => `Accepter «\u00a0${name}\u00a0»\u00a0?`,
    en: (name: string) => `Accept “${name}”?`,
  },
  acceptDescription: {
    fr: (email: string) =>
      `Il passe du compte de ${email} au vôtre et continue de répondre sur ses pages. Ses réponses comptent alors dans votre offre.`,
    en: (email: string) =>
      `It moves from the account of ${email} to yours and keeps answering on its pages. Its answers then count towards your plan.`,
  },
  effect: { fr: 'Effet sur votre offre', en: 'Effect on your plan' },
  effectChatbots: { fr: 'Chatbots', en: 'Chatbots' },
  effectBytes: { fr: 'Fichiers', en: 'Files' },
  change: {
    fr: (used: string, after: string) => `de ${used} à ${after}`,
    en: (used: string, after: string) => `from ${used} to ${after}`,
  },
  ofLimit: { fr: (limit: string) => `sur ${limit}`, en: (limit: string) => `of ${limit}` },
  renamed: {
    fr: (name: string) =>
      `Vous avez déjà un chatbot de ce nom\u00a0: il s’appellera «\u00a0${name}\u00a0» chez vous. Ses visiteurs ne voient pas la différence.`,
    en: (name: string) =>
      `You have a chatbot of this name already: yours will be called “${name}”. Its visitors see no difference.`,
  },
  noRoom: {
    fr: 'Votre offre n’a pas la place de le recevoir.',
    en: 'Your plan has no room for it.',
  },
  effectFailed: {
    fr: 'L’effet sur votre offre n’a pas pu être chargé.',
    en: 'The effect on your plan could not be loaded.',
  },
  acceptFailed: {
    fr: 'Le chatbot n’a pas pu être accepté.',
    en: 'The chatbot could not be accepted.',
  },
  didAccept: {
    fr: (name: string) => `«\u00a0${name}\u00a0» est à vous.`,
    en: (name: string) => `“${name}” is yours.`,
  },
});
