import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  close: { fr: 'Fermer la discussion', en: 'Close the chat' },
  restart: { fr: 'Recommencer la conversation', en: 'Start again' },
  enlarge: { fr: 'Agrandir', en: 'Enlarge' },
  reduce: { fr: 'Réduire', en: 'Reduce' },
  conversation: { fr: 'Conversation', en: 'Conversation' },
  assistant: { fr: 'Assistant automatique', en: 'Automated assistant' },
  quoting: { fr: 'Répond en citant ses sources', en: 'Answers by quoting its sources' },
  you: { fr: 'Vous', en: 'You' },
  placeholder: { fr: 'Écrivez votre question', en: 'Write your question' },
  send: { fr: 'Envoyer', en: 'Send' },
  stop: { fr: 'Arrêter la réponse', en: 'Stop the answer' },
  searching: { fr: 'Recherche dans les sources', en: 'Searching the sources' },
  newMessage: { fr: 'Nouveau message', en: 'New message' },
  suggestions: { fr: 'Questions suggérées', en: 'Suggested questions' },
  sources: { fr: 'Sources de la réponse', en: 'Sources of the answer' },
  source: {
    fr: (number: number, name: string) => `Source ${number} : ${name}`,
    en: (number: number, name: string) => `Source ${number}: ${name}`,
  },
  page: { fr: (page: number) => `page ${page}`, en: (page: number) => `page ${page}` },
  row: { fr: (row: number) => `ligne ${row}`, en: (row: number) => `row ${row}` },
  openSource: {
    fr: (host: string) => `Ouvrir sur ${host}`,
    en: (host: string) => `Open on ${host}`,
  },
  quoted: {
    fr: 'Extraits cités mot pour mot de nos sources.',
    en: 'Quoted word for word from our sources.',
  },
  contact: { fr: 'Contacter l’équipe', en: 'Contact the team' },
  stopped: { fr: 'Réponse interrompue.', en: 'Answer stopped.' },
  up: { fr: 'Réponse utile', en: 'Helpful answer' },
  down: { fr: 'Réponse peu utile', en: 'Unhelpful answer' },
  copy: { fr: 'Copier la réponse', en: 'Copy the answer' },
  copied: { fr: 'Réponse copiée', en: 'Answer copied' },
  rated: { fr: 'Merci, votre avis est noté.', en: 'Thank you, your feedback is noted.' },
  retry: { fr: 'Réessayer', en: 'Try again' },
  retryIn: {
    fr: (seconds: number) => `Réessayer dans ${seconds} s`,
    en: (seconds: number) => `Try again in ${seconds} s`,
  },
  privacy: { fr: 'Confidentialité', en: 'Privacy' },
  erase: { fr: 'Effacer la conversation', en: 'Erase the conversation' },
  eraseSure: {
    fr: 'Effacer définitivement cette conversation ?',
    en: 'Erase this conversation for good?',
  },
  eraseYes: { fr: 'Effacer', en: 'Erase' },
  cancel: { fr: 'Annuler', en: 'Cancel' },
  undo: { fr: 'Annuler', en: 'Undo' },
  erased: { fr: 'Conversation effacée.', en: 'Conversation erased.' },
  notErased: {
    fr: 'La conversation n’a pas pu être effacée. Réessayez.',
    en: 'The conversation could not be erased. Try again.',
  },
  restarted: { fr: 'Nouvelle conversation.', en: 'New conversation.' },
  left: {
    fr: (characters: number) => `${characters} caractères restants`,
    en: (characters: number) => `${characters} characters left`,
  },
  offline: {
    fr: 'Vous êtes hors ligne. Vous pourrez envoyer dès le retour du réseau.',
    en: 'You are offline. You can send once the network is back.',
  },
  network: {
    fr: 'La connexion a été perdue. Votre message est conservé.',
    en: 'The connection was lost. Your message is kept.',
  },
  rate_limited: {
    fr: 'Beaucoup de messages en peu de temps. Le vôtre est conservé.',
    en: 'Many messages in a short time. Yours is kept.',
  },
  temporarily_unavailable: {
    fr: 'L’assistant est momentanément indisponible. Votre message est conservé.',
    en: 'The assistant is temporarily unavailable. Your message is kept.',
  },
  conversation_busy: {
    fr: 'Une réponse est déjà en cours dans cette conversation.',
    en: 'An answer is already being written in this conversation.',
  },
  domain_not_allowed: {
    fr: 'Cet assistant n’est pas disponible sur ce site.',
    en: 'This assistant is not available on this site.',
  },
  not_found: {
    fr: 'Cet assistant n’est plus disponible.',
    en: 'This assistant is no longer available.',
  },
  internal: {
    fr: 'La réponse n’a pas pu être préparée. Votre message est conservé.',
    en: 'The answer could not be prepared. Your message is kept.',
  },
});
