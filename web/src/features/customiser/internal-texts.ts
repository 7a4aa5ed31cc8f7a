import { defineTexts } from '@parlance/contract/i18n';

/** Texts of the tab that says how a chatbot answers. */
export const internalTexts = defineTexts({
  instructions: { fr: 'Consignes', en: 'Instructions' },
  systemMessage: { fr: 'Message système', en: 'System message' },
  systemHelp: {
    fr: 'Qui parle, à qui, ce qui compte, ce qu’il ne faut pas faire. Vos visiteurs ne le voient pas. Il n’apporte pas de connaissances : elles viennent de vos sources.',
    en: 'Who speaks, to whom, what matters, what to avoid. Your visitors don’t see it. It adds no knowledge: that comes from your sources.',
  },
  systemPlaceholder: {
    fr: 'Vous êtes l’accueil en ligne de…',
    en: 'You are the online front desk of…',
  },
  tokensEach: {
    fr: (tokens: string, count: number) => `≈ ${tokens} jeton${count > 1 ? 's' : ''} à chaque message`,
    en: (tokens: string, count: number) => `≈ ${tokens} token${count === 1 ? '' : 's'} with every message`,
  },
  charactersOf: {
    fr: (count: string, max: string) => `${count} / ${max}`,
    en: (count: string, max: string) => `${count} / ${max}`,
  },
  tooManyCharacters: {
    fr: (max: string) => `${max} caractères au plus.`,
    en: (max: string) => `${max} characters at most.`,
  },
  blanks: {
    fr: (list: string) => `À compléter : ${list}`,
    en: (list: string) => `To fill in: ${list}`,
  },
  quotingNow: {
    fr: 'Aucun modèle de langage n’est connecté : les réponses citent vos sources mot pour mot, sans ces consignes.',
    en: 'No language model is connected: answers quote your sources word for word, without these instructions.',
  },

  templates: { fr: 'Partir d’un exemple', en: 'Start from an example' },
  templatesDescription: {
    fr: 'Choisissez votre métier, puis complétez ce qui est entre crochets.',
    en: 'Choose your trade, then fill in what stands in brackets.',
  },
  trade: { fr: 'Métier', en: 'Trade' },
  templateLanguage: { fr: 'Langue de l’exemple', en: 'Language of the example' },
  french: { fr: 'Français', en: 'French' },
  english: { fr: 'Anglais', en: 'English' },
  insert: { fr: 'Insérer', en: 'Insert' },
  replace: { fr: 'Remplacer', en: 'Replace' },
  append: { fr: 'Ajouter à la suite', en: 'Add below' },
  hasText: {
    fr: (count: string) => `Le message système contient déjà ${count} caractères. Que faut-il en faire ?`,
    en: (count: string) => `The system message already has ${count} characters. What should become of them?`,
  },
  inserted: { fr: 'Exemple inséré.', en: 'Example inserted.' },

  versions: { fr: 'Versions', en: 'Versions' },
  versionsTitle: { fr: 'Versions du message système', en: 'Versions of the system message' },
  versionsDescription: {
    fr: 'Ce qu’il était avant chaque enregistrement qui l’a changé.',
    en: 'What it was before each save that changed it.',
  },
  noVersions: {
    fr: 'Pas encore de version : la première apparaîtra quand vous enregistrerez un autre message système.',
    en: 'No versions yet: the first will appear when you save another system message.',
  },
  versionsFailed: { fr: 'Les versions n’ont pas pu être chargées.', en: 'The versions could not be loaded.' },
  until: { fr: (moment: string) => `Jusqu’au ${moment}`, en: (moment: string) => `Until ${moment}` },
  emptyMessage: { fr: 'Message système vide', en: 'Empty system message' },
  compared: { fr: 'Comparer au texte actuel', en: 'Compare with the present text' },
  identical: { fr: 'Identique au texte actuel.', en: 'The same as the present text.' },
  restore: { fr: 'Restaurer', en: 'Restore' },
  restored: {
    fr: 'Version reprise. Enregistrez pour l’appliquer.',
    en: 'Version taken back. Save to apply it.',
  },

  speech: { fr: 'Sa façon de répondre', en: 'How it speaks' },
  tone: { fr: 'Ton', en: 'Tone' },
  neutral: { fr: 'Neutre', en: 'Neutral' },
  warm: { fr: 'Chaleureux', en: 'Warm' },
  formal: { fr: 'Soutenu', en: 'Formal' },
  answerLength: { fr: 'Longueur des réponses', en: 'Length of answers' },
  short: { fr: 'Courte', en: 'Short' },
  medium: { fr: 'Moyenne', en: 'Medium' },
  long: { fr: 'Longue', en: 'Long' },
  shortHelp: {
    fr: 'Une ou deux phrases, environ 100 caractères.',
    en: 'One or two sentences, about 100 characters.',
  },
  mediumHelp: {
    fr: 'Quelques phrases, environ 150 caractères.',
    en: 'A few sentences, about 150 characters.',
  },
  longHelp: {
    fr: 'Environ 225 caractères, davantage quand vos sources en disent plus.',
    en: 'About 225 characters, more where your sources say more.',
  },
  language: { fr: 'Langue par défaut', en: 'Default language' },
  languageHelp: {
    fr: 'Il répond dans la langue de la question ; dans celle-ci quand elle ne se devine pas.',
    en: 'It answers in the language of the question; in this one where that can’t be told.',
  },

  timeZone: { fr: 'Fuseau horaire', en: 'Time zone' },
  timeZoneHelp: {
    fr: 'Pour «\u00a0Êtes-vous ouverts demain\u00a0?\u00a0»\u00a0: l’heure, le jour et les jours fériés de cet endroit comptent.',
    en: 'For “Are you open tomorrow?”: the time, the day and the public holidays of this place count.',
  },
  timeZoneUnset: { fr: 'Non précisé', en: 'Not set' },

  modelName: { fr: 'Modèle de langage', en: 'Language model' },
  modelUsual: {
    fr: (id: string) => `Celui de la plateforme (${id})`,
    en: (id: string) => `The platform’s (${id})`,
  },
  modelFactor: { fr: (factor: string) => `jetons × ${factor}`, en: (factor: string) => `tokens × ${factor}` },
  modelFrom: {
    fr: (plan: string) => `dès l’offre ${plan}`,
    en: (plan: string) => `from the ${plan} plan on`,
  },
  modelHelp: {
    fr: 'Un modèle plus grand compte ses jetons plusieurs fois. Un essai vous dira s’il répond mieux.',
    en: 'A larger model counts its tokens several times. A trial will tell you whether it answers better.',
  },
  temperature: { fr: 'Température', en: 'Temperature' },
  temperaturePlaceholder: { fr: 'Automatique', en: 'Automatic' },
  temperatureHelp: {
    fr: 'De 0 (toujours les mêmes mots) à 2 (les plus variés).',
    en: 'From 0 (always the same words) to 2 (the most varied).',
  },
  temperatureWrong: { fr: 'Indiquez un nombre de 0 à 2.', en: 'Enter a number from 0 to 2.' },

  unknown: { fr: 'Quand il ne sait pas', en: 'When it doesn’t know' },
  whenUnknown: { fr: 'Si vos sources n’ont pas la réponse', en: 'If your sources don’t hold the answer' },
  sayContact: { fr: 'Le dire et donner un contact', en: 'Say so and give a contact' },
  sayRephrase: { fr: 'Le dire et proposer de reformuler', en: 'Say so and ask to rephrase' },
  saySay: { fr: 'Le dire, sans plus', en: 'Say so, and no more' },
  contact: { fr: 'Contact', en: 'Contact' },
  contactHelp: {
    fr: 'Une adresse, un numéro ou un lien.',
    en: 'An address, a number, or a link.',
  },
  contactPlaceholder: { fr: 'contact@exemple.fr', en: 'contact@example.com' },
  contactMissing: {
    fr: 'Sans contact, il dit seulement qu’il ne sait pas.',
    en: 'Without a contact, it only says that it doesn’t know.',
  },
  visitorReads: { fr: 'Le visiteur lira', en: 'The visitor will read' },

  welcome: { fr: 'L’accueil', en: 'The welcome' },
  welcomeMessage: { fr: 'Message d’accueil', en: 'Welcome message' },
  websiteWelcome: {
    fr: 'La première bulle que le visiteur voit. Laissez vide pour ne rien dire avant lui.',
    en: 'The first bubble that visitors see. Leave it empty to let them speak first.',
  },
  telegramWelcome: {
    fr: 'Ce que le bot répond à /start, avec les questions suggérées en boutons.',
    en: 'What the bot answers to /start, with the suggested questions as buttons.',
  },
  whatsappWelcome: {
    fr: 'Ce que le numéro répond à qui ouvre la conversation, avec les questions suggérées à choisir.',
    en: 'What the number answers to whoever opens the chat, with the suggested questions to choose from.',
  },
  suggestions: { fr: 'Questions suggérées', en: 'Suggested questions' },
  suggestionsHelp: {
    fr: 'Le visiteur les pose d’un geste. Les premières sont les plus vues.',
    en: 'Visitors ask them with one tap. The first ones are seen most.',
  },
  suggestion: { fr: (at: number) => `Question ${at}`, en: (at: number) => `Question ${at}` },
  newSuggestion: { fr: 'Nouvelle question', en: 'New question' },
  suggestionPlaceholder: { fr: 'Quels sont vos horaires ?', en: 'What are your opening hours?' },
  add: { fr: 'Ajouter', en: 'Add' },
  enoughSuggestions: {
    fr: (max: number) => `${max} questions au plus.`,
    en: (max: number) => `${max} questions at most.`,
  },
  drag: { fr: 'Faire glisser', en: 'Drag' },
  moveUp: { fr: (at: number) => `Monter la question ${at}`, en: (at: number) => `Move question ${at} up` },
  moveDown: {
    fr: (at: number) => `Descendre la question ${at}`,
    en: (at: number) => `Move question ${at} down`,
  },
  remove: {
    fr: (at: number) => `Supprimer la question ${at}`,
    en: (at: number) => `Remove question ${at}`,
  },
  moved: {
    fr: (text: string, at: number, of: number) => `« ${text} » : place ${at} sur ${of}.`,
    en: (text: string, at: number, of: number) => `“${text}”: place ${at} of ${of}.`,
  },
  removed: { fr: 'Question supprimée.', en: 'Question removed.' },

  privacy: { fr: 'Confidentialité', en: 'Privacy' },
  privacyUrl: { fr: 'Votre politique de confidentialité', en: 'Your privacy policy' },
  privacyUrlHelp: {
    fr: 'Un lien dans le chatbot y mène.',
    en: 'A link in the chatbot leads there.',
  },
  privacyUrlPlaceholder: {
    fr: 'https://exemple.fr/confidentialite',
    en: 'https://example.com/privacy',
  },
  notAnAddress: {
    fr: 'Indiquez une adresse qui commence par https:// ou http://.',
    en: 'Enter an address that begins with https:// or http://.',
  },
  retention: { fr: 'Conservation des conversations', en: 'Keep conversations for' },
  retentionHelp: {
    fr: 'Passé ce temps sans message, une conversation est supprimée. Les jetons qu’elle a coûtés restent comptés.',
    en: 'After that long without a message, a conversation is deleted. The tokens that it cost stay counted.',
  },
  days: { fr: (days: string) => `${days} jours`, en: (days: string) => `${days} days` },
  year: { fr: 'Un an', en: 'One year' },
  forever: { fr: 'Sans limite', en: 'No limit' },

  caps: { fr: 'Limites de jetons', en: 'Token limits' },
  capsHelp: {
    fr: 'Ce que les visiteurs de ce chatbot peuvent utiliser de votre quota. Au-delà, ils lisent qu’il est momentanément indisponible. Vous êtes averti par email à 80 %, 90 % et 100 %. Vos tests ne comptent pas.',
    en: 'How much of your quota this chatbot’s visitors may use. Beyond it they read that it is temporarily unavailable. You are told by email at 80%, 90%, and 100%. Your tests don’t count.',
  },
  dailyTokens: { fr: 'Par jour', en: 'A day' },
  monthlyTokens: { fr: 'Par mois', en: 'A month' },
  noCap: { fr: 'Aucune limite', en: 'No limit' },
  aboutExchanges: {
    fr: (text: string, count: number) => `Environ ${text} échange${count > 1 ? 's' : ''}.`,
    en: (text: string, count: number) => `About ${text} exchange${count === 1 ? '' : 's'}.`,
  },
  lessThanOne: {
    fr: 'Moins d’un échange : il ne répondra à personne.',
    en: 'Less than one exchange: it will answer nobody.',
  },
  capWrong: {
    fr: 'Indiquez un nombre entier, jusqu’à un milliard.',
    en: 'Enter a whole number, up to one billion.',
  },

  trial: { fr: 'Essayer', en: 'Try it' },
  trialIntro: {
    fr: 'Posez une question. Dès que vous changez un réglage, vous comparez la réponse enregistrée et la réponse modifiée.',
    en: 'Ask a question. As soon as you change a setting, you compare the answer as saved with the answer as edited.',
  },
  trialCost: {
    fr: 'Chaque réponse est facturée comme un test.',
    en: 'Each answer is charged as a test.',
  },
  trialCostTwice: {
    fr: 'Deux réponses, chacune facturée comme un test.',
    en: 'Two answers, each charged as a test.',
  },
  ask: { fr: 'Demander', en: 'Ask' },
  compare: { fr: 'Comparer', en: 'Compare' },
  asSaved: { fr: 'Enregistré', en: 'As saved' },
  asEdited: { fr: 'Modifié', en: 'As edited' },
  answer: { fr: 'Réponse', en: 'Answer' },
  sameAnswer: { fr: 'Les deux réponses sont identiques.', en: 'Both answers are the same.' },
  differenceMarked: {
    fr: 'Ce qui diffère est souligné.',
    en: 'What differs is underlined.',
  },
  editedSince: {
    fr: 'Réglages modifiés depuis cet essai.',
    en: 'Settings changed since this trial.',
  },
});
