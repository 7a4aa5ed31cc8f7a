import { defineTexts, type Language, speak } from '@parlance/contract/i18n';

const texts = defineTexts({
  close: { fr: 'Fermer la discussion', en: 'Close the chat' },
  restart: { fr: 'Recommencer la conversation', en: 'Start again' },
  enlarge: { fr: 'Agrandir', en: 'Enlarge' },
  conversation: { fr: 'Conversation', en: 'Conversation' },
  assistant: { fr: 'Assistant automatique', en: 'Automated assistant' },
  quoting: { fr: 'Répond en citant ses sources', en: 'Answers by quoting its sources' },
  /** Between who speaks, or what is numbered, and what follows. */
  colon: { fr: ' : ', en: ': ' },
  you: { fr: 'Vous', en: 'You' },
  placeholder: { fr: 'Écrivez votre question', en: 'Write your question' },
  send: { fr: 'Envoyer', en: 'Send' },
  stop: { fr: 'Arrêter la réponse', en: 'Stop the answer' },
  searching: { fr: 'Recherche dans les sources', en: 'Searching the sources' },
  newMessage: { fr: 'Nouveau message', en: 'New message' },
  rest: { fr: 'Suite', en: 'More' },
  /** Before its number. */
  source: { fr: 'Source ', en: 'Source ' },
  /** With the number that follows, or an "s" and two. */
  page: { fr: 'page', en: 'page' },
  row: { fr: 'ligne', en: 'row' },
  table: { fr: 'Tableau', en: 'Table' },
  /** Before the host. */
  openSource: { fr: 'Ouvrir sur ', en: 'Open on ' },
  quoted: {
    fr: 'Extraits cités mot pour mot de nos sources.',
    en: 'Quoted word for word from our sources.',
  },
  stopped: { fr: 'Réponse interrompue.', en: 'Answer stopped.' },
  up: { fr: 'Réponse utile', en: 'Helpful answer' },
  down: { fr: 'Réponse peu utile', en: 'Unhelpful answer' },
  copy: { fr: 'Copier la réponse', en: 'Copy the answer' },
  near: { fr: 'Vous cherchez peut-être :', en: 'Perhaps you are looking for:' },
  uncopied: { fr: 'Copie impossible', en: 'Can’t be copied' },
  copied: { fr: 'Réponse copiée', en: 'Answer copied' },
  retry: { fr: 'Réessayer', en: 'Try again' },
  /** Before and after the number of seconds. */
  retryIn: { fr: 'Réessayer dans ', en: 'Try again in ' },
  seconds: { fr: ' s', en: ' s' },
  privacy: { fr: 'Confidentialité', en: 'Privacy' },
  erase: { fr: 'Effacer la conversation', en: 'Erase the conversation' },
  eraseSure: {
    fr: 'Appuyez encore pour effacer définitivement',
    en: 'Press again to erase for good',
  },
  undo: { fr: 'Annuler', en: 'Undo' },
  erased: { fr: 'Conversation effacée.', en: 'Conversation erased.' },
  restarted: { fr: 'Nouvelle conversation.', en: 'New conversation.' },
  offline: {
    fr: 'Vous êtes hors ligne.',
    en: 'You are offline.',
  },
  network: {
    fr: 'L’assistant est injoignable. Votre message est conservé.',
    en: 'The assistant can’t be reached. Your message is kept.',
  },
  rate_limited: {
    fr: 'Beaucoup de messages en peu de temps. Le vôtre est conservé.',
    en: 'Many messages in a short time. Yours is kept.',
  },
  temporarily_unavailable: {
    fr: 'L’assistant est momentanément indisponible. Votre message est conservé.',
    en: 'The assistant is temporarily unavailable. Your message is kept.',
  },
  unavailable: {
    fr: 'L’assistant est momentanément indisponible. Votre message est conservé.',
    en: 'The assistant is temporarily unavailable. Your message is kept.',
  },
  not_found: { fr: 'Cet assistant n’est plus disponible.', en: 'This assistant is no longer available.' },
  domain_not_allowed: {
    fr: 'Cet assistant n’est pas disponible sur ce site.',
    en: 'This assistant is not available on this site.',
  },
  internal: {
    fr: 'Une erreur est survenue de notre côté. Votre message est conservé.',
    en: 'Something failed on our side. Your message is kept.',
  },
});

export type PanelTexts = ReturnType<typeof textsIn>;

/** The build keeps one language in each panel file: a visitor reads, and loads, one. */
export const textsIn = (language: Language) => speak(texts, language);
