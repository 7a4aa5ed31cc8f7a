import { defineTexts } from '@parlance/contract/i18n';

/** What each tip is about, and what it says. */
export const tipTexts = defineTexts({
  about: { fr: (name: string) => `Aide\u00a0: ${name}`, en: (name: string) => `Help: ${name}` },

  messageTokens: { fr: 'Jetons de message', en: 'Message tokens' },
  messageTokensText: {
    fr: 'Ils paient les échanges avec vos visiteurs et vos propres essais. Quand un modèle écrit la réponse, un échange complet en coûte environ 2\u00a0000 à 3\u00a0000. Le compteur repart à zéro chaque mois.',
    en: 'They pay for exchanges with your visitors and for your own tests. When a model writes the answer, a full exchange costs about 2,000 to 3,000. The count starts again every month.',
  },
  storageTokens: { fr: 'Jetons de stockage', en: 'Storage tokens' },
  storageTokensText: {
    fr: 'Ils paient la lecture de vos sources, une seule fois\u00a0: environ un jeton pour 3,5 caractères. Relire un texte inchangé ne coûte rien. Supprimer une source ne les rend pas.',
    en: 'They pay for reading your sources, once: about one token for 3.5 characters. Reading an unchanged text again costs nothing. Deleting a source does not give them back.',
  },
  answerCost: { fr: 'Coût d’une réponse', en: 'Cost of an answer' },
  answerCostText: {
    fr: 'La moyenne, sur 30 jours, de ce qu’ont coûté les questions de visiteurs qui ont reçu une réponse. Des consignes longues et des réponses longues la font monter.',
    en: 'The average, over 30 days, of what visitors’ answered questions cost. Long instructions and long answers push it up.',
  },
  stages: { fr: 'Lecture des sources', en: 'Reading the sources' },
  stagesText: {
    fr: 'Une source attend, puis elle est lue et découpée en passages. «\u00a0Cherchable par mots\u00a0»\u00a0: le chatbot s’en sert déjà. «\u00a0Prêt\u00a0»\u00a0: tout est en place. Vous pouvez quitter la page pendant ce temps.',
    en: 'A source waits, then it is read and cut into passages. “Searchable by words”: the chatbot already uses it. “Ready”: everything is in place. You can leave the page meanwhile.',
  },
  passages: { fr: 'Passages', en: 'Passages' },
  passagesText: {
    fr: 'Chaque source est découpée en extraits de quelques phrases. Pour chaque question, le chatbot choisit ceux qui y répondent et les cite.',
    en: 'Each source is cut into extracts of a few sentences. For every question, the chatbot picks those that answer it and quotes them.',
  },
  instructions: { fr: 'Consignes', en: 'Instructions' },
  instructionsText: {
    fr: 'Un modèle relit le message système avant chaque réponse\u00a0: court et précis, il coûte moins et se suit mieux. «\u00a0Versions\u00a0» rend ce qu’il était avant un changement.',
    en: 'A model reads the system message again before every answer: short and precise, it costs less and is followed better. “Versions” gives back what it was before a change.',
  },
  whenUnknown: { fr: 'Quand il ne sait pas', en: 'When it doesn’t know' },
  whenUnknownText: {
    fr: 'Le chatbot ne répond que d’après vos sources. Quand elles se taisent, il le dit au lieu d’inventer, et la question vous attend sous Conversations, «\u00a0Sans réponse\u00a0».',
    en: 'The chatbot answers only from your sources. Where they are silent it says so instead of making something up, and the question waits for you under Conversations, “Unanswered”.',
  },
  snippet: { fr: 'Code à coller', en: 'Code to paste' },
  snippetText: {
    fr: 'Cette ligne charge le chatbot quand la page est déjà là\u00a0: elle ne la ralentit pas et ne pose aucun cookie. Elle reste la même quand vous changez vos réglages.',
    en: 'This line loads the chatbot once the page is there: it does not slow it down and sets no cookie. It stays the same when you change your settings.',
  },
  domains: { fr: 'Domaines autorisés', en: 'Allowed domains' },
  domainsText: {
    fr: 'Un domaine est ce qui suit https:// dans l’adresse de votre site, jusqu’à la barre suivante\u00a0: www.exemple.fr. Sans liste, quiconque copie votre ligne peut afficher le chatbot, sur vos jetons.',
    en: 'A domain is what follows https:// in your site’s address, up to the next slash: www.example.com. Without a list, anyone who copies your line can show the chatbot, on your tokens.',
  },
  publicPage: { fr: 'Page publique', en: 'Public page' },
  publicPageText: {
    fr: 'Une adresse où le chatbot est seul sur la page. Elle sert à l’essayer avant de l’installer, ou à le partager quand vous n’avez pas de site.',
    en: 'An address where the chatbot has the page to itself. Use it to try the chatbot before you install it, or to share it when you have no website.',
  },
  websiteNeeds: { fr: 'Ce qu’il faut pour un site', en: 'What a website needs' },
  websiteNeedsText: {
    fr: 'Une seule ligne à coller avant </body>. WordPress, Wix, Shopify et d’autres ont un champ pour cela. Si quelqu’un d’autre tient votre site, vous pourrez lui envoyer la ligne.',
    en: 'A single line to paste before </body>. WordPress, Wix, Shopify, and others have a field for it. If somebody else runs your site, you can send them the line.',
  },
  telegramNeeds: { fr: 'Ce qu’il faut pour Telegram', en: 'What Telegram needs' },
  telegramNeedsText: {
    fr: '@BotFather est le robot de Telegram qui crée les autres. Envoyez-lui /newbot et donnez un nom\u00a0: il répond avec le jeton.',
    en: '@BotFather is Telegram’s own bot that makes the others. Send it /newbot and choose a name: it replies with the token.',
  },
  whatsappNeeds: { fr: 'Ce qu’il faut pour WhatsApp', en: 'What WhatsApp needs' },
  whatsappNeedsText: {
    fr: 'Ces quatre valeurs se trouvent dans votre application, sur developers.facebook.com. Le guide montre où lire chacune.',
    en: 'These four values are in your app on developers.facebook.com. The guide shows where to read each one.',
  },
  twoStep: { fr: 'Connexion en deux étapes', en: 'Two-step sign-in' },
  twoStepText: {
    fr: 'Il vous faut une application comme Google Authenticator ou 2FAS. Elle affiche un code de six chiffres qui change toutes les 30 secondes, même sans réseau.',
    en: 'You need an app such as Google Authenticator or 2FAS. It shows a six-digit code that changes every 30 seconds, even without a network.',
  },
  sessions: { fr: 'Sessions ouvertes', en: 'Open sessions' },
  sessionsText: {
    fr: 'Une session est un navigateur où vous êtes resté connecté. «\u00a0Active\u00a0» dit quand il a servi pour la dernière fois.',
    en: 'A session is a browser in which you have stayed signed in. “Active” says when it was last used.',
  },
  identities: { fr: 'Comptes liés', en: 'Linked accounts' },
  identitiesText: {
    fr: 'Un compte lié est une porte de plus\u00a0: vous entrez par elle ou par votre mot de passe, au choix, dans le même compte.',
    en: 'A linked account is one more door: you come in by it or by your password, as you like, to the same account.',
  },
  apiKeys: { fr: 'Clés API', en: 'API keys' },
  apiKeysText: {
    fr: 'Un programme envoie sa clé avec chaque appel. Donnez à chacun la sienne, avec les seuls droits qu’il lui faut\u00a0: si l’une fuit, vous la révoquez sans arrêter les autres.',
    en: 'A program sends its key with every call. Give each its own, with only the rights that it needs: if one leaks, you revoke it without stopping the others.',
  },
  mails: { fr: 'Emails', en: 'Emails' },
  mailsText: {
    fr: 'Les résumés d’activité partent le lundi à 8 heures, à l’heure de votre fuseau. Chaque email que l’on peut refuser porte un lien pour ne plus le recevoir.',
    en: 'Activity summaries leave on Mondays at eight, in your time zone. Every email that can be declined has a link that ends it.',
  },
  look: { fr: 'Thème et langue', en: 'Theme and language' },
  lookText: {
    fr: '«\u00a0Système\u00a0» suit votre appareil, aussi quand il passe au sombre le soir. La langue change l’interface et vos emails, pas celle de vos chatbots.',
    en: '“System” follows your device, also when it turns dark in the evening. The language changes the interface and your emails, not your chatbots’.',
  },
  consent: { fr: 'Informations légales', en: 'Legal information' },
  consentText: {
    fr: 'Chaque enregistrement de vos choix est gardé avec sa date et la version de la politique que vous aviez sous les yeux. C’est votre preuve autant que la nôtre.',
    en: 'Each time you save your choices, they are kept with the date and the version of the policy that you had before you. It is your proof as much as ours.',
  },
  summaryCost: { fr: 'Coût d’un résumé', en: 'Cost of a summary' },
  summaryCostText: {
    fr: 'Un modèle lit toutes les conversations de la période\u00a0: plus elles sont longues, plus le résumé coûte. S’il échoue, rien n’est compté.',
    en: 'A model reads all conversations of the period: the longer they are, the more the summary costs. If it fails, nothing is charged.',
  },
  average: { fr: 'Moyenne', en: 'Average' },
  averageText: {
    fr: 'Le total divisé par toutes les heures, tous les jours ou tous les mois de la période, y compris ceux où rien n’a été consommé.',
    en: 'The total divided by all hours, days, or months of the period, including those in which nothing was used.',
  },
  tokens: { fr: 'Les jetons', en: 'Tokens' },
  tokensText: {
    fr: 'Un jeton vaut environ 3,5 caractères. Un modèle lit vos consignes et des passages de vos sources avant de répondre\u00a0: c’est l’essentiel de ce qu’un échange coûte.',
    en: 'A token is about 3.5 characters. A model reads your instructions and passages of your sources before it answers: that is most of what an exchange costs.',
  },
});

/** What a tip can be about: each has its name and its text. */
export type TipName = {
  [Name in keyof typeof tipTexts]: `${Name}Text` extends keyof typeof tipTexts ? Name : never;
}[keyof typeof tipTexts];
