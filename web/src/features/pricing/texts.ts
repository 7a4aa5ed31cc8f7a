import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  title: { fr: 'Tarifs', en: 'Pricing' },
  description: {
    fr: 'Ce que chaque offre permet, ce que coûte une réponse, et comment l’estimer.',
    en: 'What each plan allows, what an answer costs, and how to estimate it.',
  },
  loadFailed: { fr: 'Les offres n’ont pas pu être chargées.', en: 'The plans could not be loaded.' },
  billingFailed: {
    fr: 'L’état de votre abonnement n’a pas pu être chargé.',
    en: 'The state of your subscription could not be loaded.',
  },

  plans: { fr: 'Les offres', en: 'Plans' },
  free: { fr: 'Gratuit', en: 'Free' },
  current: { fr: 'Votre offre', en: 'Your plan' },
  suggested: { fr: 'Proposée', en: 'Suggested' },
  chosen: { fr: 'Votre choix', en: 'Your choice' },
  next: { fr: 'Ensuite', en: 'Next' },
  perMonth: { fr: 'par mois', en: 'a month' },
  onRequest: { fr: 'Sur demande', en: 'On request' },
  byContract: { fr: 'selon vos besoins', en: 'to suit your needs' },
  messageTokens: { fr: 'jetons de message par mois', en: 'message tokens a month' },
  exchanges: {
    fr: (low: string, high: string) => `soit environ ${low} à ${high} échanges`,
    en: (low: string, high: string) => `about ${low} to ${high} exchanges`,
  },
  storageTokens: { fr: 'jetons de stockage', en: 'storage tokens' },
  storageBytes: { fr: 'de fichiers', en: 'of files' },
  chatbots: {
    fr: (count: number | null) => (count === null || count > 1 ? 'chatbots' : 'chatbot'),
    en: (count: number | null) => (count === 1 ? 'chatbot' : 'chatbots'),
  },
  unlimitedMessages: { fr: 'Jetons de message illimités', en: 'Unlimited message tokens' },
  unlimitedStorage: { fr: 'Jetons de stockage illimités', en: 'Unlimited storage tokens' },
  unlimitedFiles: { fr: 'Espace de fichiers illimité', en: 'Unlimited file space' },
  unlimitedChatbots: { fr: 'Chatbots illimités', en: 'Unlimited chatbots' },
  choose: { fr: (name: string) => `Choisir ${name}`, en: (name: string) => `Choose ${name}` },
  backToFree: { fr: 'Revenir à Gratuit', en: 'Go back to Free' },
  keep: { fr: (name: string) => `Garder ${name}`, en: (name: string) => `Keep ${name}` },
  contact: { fr: 'Nous écrire', en: 'Write to us' },
  contactAbout: {
    fr: (name: string) => `Nous écrire au sujet de ${name}`,
    en: (name: string) => `Write to us about ${name}`,
  },
  contactSubject: {
    fr: (name: string) => `Parlance : l’offre ${name}`,
    en: (name: string) => `Parlance: the ${name} plan`,
  },
  noContact: {
    fr: 'Demandez-la à la personne qui gère ce serveur.',
    en: 'Ask the person who runs this server for it.',
  },
  withoutPayments: {
    fr: 'Le paiement en ligne n’est pas installé ici : écrivez-nous pour changer d’offre.',
    en: 'Online payment is not set up here: write to us to change your plan.',
  },
  withoutPaymentsOrContact: {
    fr: 'Le paiement en ligne n’est pas installé ici : pour changer d’offre, adressez-vous à la personne qui gère ce serveur.',
    en: 'Online payment is not set up here: to change your plan, turn to the person who runs this server.',
  },
  terms: {
    fr: 'Prix par mois, en euros. Vous pouvez changer d’offre ou y mettre fin à tout moment ; rien de ce que vous avez ajouté n’est supprimé.',
    en: 'Prices per month, in euros. You can change or end your plan at any time; nothing that you have added is deleted.',
  },
  quotedExchanges: {
    fr: 'Ici, aucun modèle n’est connecté : les réponses citent vos sources, et un échange ne coûte que les mots de la question et de la réponse.',
    en: 'No model is connected here: answers quote your sources, and an exchange costs only the words of the question and the answer.',
  },

  features: { fr: 'Dans toutes les offres', en: 'In every plan' },
  featureCitations: { fr: 'Des réponses qui se vérifient', en: 'Answers that prove themselves' },
  featureCitationsText: {
    fr: 'Chaque réponse cite le passage de vos sources dont elle vient. Sans passage, le chatbot le dit au lieu d’inventer.',
    en: 'Each answer cites the passage of your sources that it comes from. Without one, the chatbot says so instead of inventing.',
  },
  featureSources: { fr: 'Vos documents et votre site', en: 'Your documents and your site' },
  featureSourcesText: {
    fr: 'PDF, Word, Excel, textes, pages web et sites entiers, relus chaque jour ou chaque semaine si vous le voulez.',
    en: 'PDF, Word, Excel, text, web pages, and whole sites, read again daily or weekly if you like.',
  },
  featureLanguages: { fr: 'En français et en anglais', en: 'In French and English' },
  featureLanguagesText: {
    fr: 'Le chatbot répond dans la langue de la question, quelle que soit celle de vos sources.',
    en: 'The chatbot answers in the question’s language, whatever language your sources are in.',
  },
  featureGaps: { fr: 'Les questions sans réponse', en: 'Unanswered questions' },
  featureGapsText: {
    fr: 'Ce que vos visiteurs ont demandé en vain vous attend : une réponse écrite suffit pour la fois suivante.',
    en: 'What your visitors asked in vain waits for you: one written answer is enough for the next time.',
  },
  featureLook: { fr: 'À vos couleurs', en: 'In your colours' },
  featureLookText: {
    fr: 'Couleurs, avatar, accueil et suggestions, avec l’aperçu du vrai widget. Une ligne à coller sur votre site.',
    en: 'Colours, avatar, welcome, and suggestions, beside the real widget. One line to paste into your site.',
  },
  featureTokens: { fr: 'Une consommation expliquée', en: 'Usage that is explained' },
  featureTokensText: {
    fr: 'Chaque jeton est inscrit dans un journal, avec ce qu’il a payé. Vous êtes averti à 80 et à 90 %.',
    en: 'Every token stands in a journal with what it paid for. You are told at 80 and at 90%.',
  },
});
