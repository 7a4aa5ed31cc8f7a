import { defineTexts } from '@parlance/contract/i18n';

export const tourTexts = defineTexts({
  welcomeTitle: { fr: 'Bienvenue dans Parlance', en: 'Welcome to Parlance' },
  welcome: {
    fr: 'Deux minutes suffisent pour faire le tour\u00a0: ce que vous voyez ici, comment naît un chatbot, où il lit ses réponses. Vous pouvez vous arrêter à tout moment et reprendre plus tard.',
    en: 'Two minutes are enough to look around: what you see here, how a chatbot is born, where it reads its answers. You can stop at any time and pick it up later.',
  },
  skip: { fr: 'Passer', en: 'Skip' },
  start: { fr: 'Commencer la visite', en: 'Start the tour' },
  close: { fr: 'Fermer la visite', en: 'Close the tour' },
  previous: { fr: 'Précédent', en: 'Previous' },
  next: { fr: 'Suivant', en: 'Next' },
  finish: { fr: 'Terminer', en: 'Finish' },
  counter: {
    fr: (step: number, total: number) => `Étape ${step} sur ${total}`,
    en: (step: number, total: number) => `Step ${step} of ${total}`,
  },
  doneTitle: { fr: 'Vous avez fait le tour', en: 'That’s the whole tour' },
  done: {
    fr: 'Le plus simple, maintenant, est d’essayer\u00a0: créez un chatbot, donnez-lui un premier document et posez-lui une question.',
    en: 'The simplest thing now is to try: create a chatbot, give it a first document, then ask it a question.',
  },
  createFirst: { fr: 'Créer mon premier chatbot', en: 'Create my first chatbot' },
  later: { fr: 'Plus tard', en: 'Later' },

  groupDashboard: { fr: 'Tableau de bord', en: 'Dashboard' },
  groupChatbots: { fr: 'Chatbots', en: 'Chatbots' },
  groupChannels: { fr: 'Canaux', en: 'Channels' },
  groupSources: { fr: 'Sources de données', en: 'Data sources' },
  groupProfile: { fr: 'Profil', en: 'Profile' },

  usage: { fr: 'Vos jetons, d’un coup d’œil', en: 'Your tokens at a glance' },
  usageText: {
    fr: 'Répondre consomme des jetons de message, lire vos documents des jetons de stockage. Ces cartes disent ce qu’il en reste et quand le compteur repart.',
    en: 'Answering spends message tokens; reading your documents spends storage tokens. These cards say what is left and when the count starts again.',
  },
  navigation: { fr: 'Tout part d’ici', en: 'Everything starts here' },
  navigationText: {
    fr: 'Chatbots, canaux, sources, conversations\u00a0: chaque écran est à un clic dans ce menu.',
    en: 'Chatbots, channels, sources, conversations: every screen is one click away in this menu.',
  },
  activity: { fr: 'Ce qui vient de se passer', en: 'What has just happened' },
  activityText: {
    fr: 'Un document lu, un visiteur qui écrit, un site qui ne répond plus\u00a0: les dernières nouvelles arrivent ici d’elles-mêmes.',
    en: 'A document read, a visitor writing, a site that no longer answers: the latest news arrives here by itself.',
  },
  tips: { fr: 'Un conseil à la fois', en: 'One tip at a time' },
  tipsText: {
    fr: 'Parlance regarde où vous en êtes et propose la prochaine chose utile. Rien d’obligatoire.',
    en: 'Parlance looks at where you are and suggests the next useful thing. None of it is compulsory.',
  },
  chatbots: { fr: 'Vos chatbots, réunis', en: 'Your chatbots, all together' },
  chatbotsText: {
    fr: 'Chacun a son nom, son canal et son état. Le menu au bout de sa ligne sert à le renommer, le dupliquer ou le supprimer.',
    en: 'Each has its name, its channel, and its status. The menu at the end of its row renames, duplicates, or deletes it.',
  },
  create: { fr: 'Un nom suffit pour commencer', en: 'A name is enough to begin' },
  createText: {
    fr: 'Créez un chatbot en lui donnant un nom. Il est prêt à lire vos documents l’instant d’après.',
    en: 'Create a chatbot by giving it a name. A moment later it is ready to read your documents.',
  },
  customise: { fr: 'À vos couleurs, avec vos mots', en: 'In your colours, with your words' },
  customiseText: {
    fr: 'Avatar, couleurs, message d’accueil, consignes\u00a0: réglez son allure et sa façon de répondre. L’aperçu suit à chaque changement.',
    en: 'Avatar, colours, welcome message, instructions: set how it looks and how it answers. The preview follows every change.',
  },
  channels: { fr: 'Là où sont vos visiteurs', en: 'Where your visitors are' },
  channelsText: {
    fr: 'Un chatbot par canal\u00a0: votre site, Telegram ou WhatsApp. Chaque carte dit ce qu’il faut et combien de temps cela prend.',
    en: 'One chatbot per channel: your website, Telegram, or WhatsApp. Each card says what you need and how long it takes.',
  },
  website: { fr: 'Sur votre site, en une ligne', en: 'On your website, in one line' },
  websiteText: {
    fr: 'Copiez une ligne de code dans vos pages, et la bulle apparaît. Sans site, une page publique fait l’affaire.',
    en: 'Copy one line of code into your pages and the bubble appears. No website? A public page does the job.',
  },
  social: { fr: 'Dans les messageries', en: 'In messaging apps' },
  socialText: {
    fr: 'Telegram et WhatsApp amènent les mêmes réponses là où l’on vous écrit déjà.',
    en: 'Telegram and WhatsApp bring the same answers to where people already write to you.',
  },
  files: { fr: 'Vos documents d’abord', en: 'Your documents first' },
  filesText: {
    fr: 'Brochures, tarifs, règlements\u00a0: déposez vos fichiers PDF, Word, Excel, CSV ou texte. Le chatbot répond d’après eux et cite ses sources.',
    en: 'Brochures, prices, house rules: add PDF, Word, Excel, CSV, or text files. The chatbot answers from them and quotes its sources.',
  },
  urls: { fr: 'Votre site aussi', en: 'Your website too' },
  urlsText: {
    fr: 'Donnez une adresse\u00a0: la page est lue, ou tout le site si vous le souhaitez.',
    en: 'Give an address: that page is read, or the whole site if you wish.',
  },
  sources: { fr: 'Gardez-les à jour', en: 'Keep them up to date' },
  sourcesText: {
    fr: 'Ici se voit ce qui est lu, ce qui attend et ce qui a échoué. Une source modifiée se relit\u00a0; une source périmée se supprime.',
    en: 'See what has been read, what is waiting, and what failed. Read a changed source again; delete one that is out of date.',
  },
  settings: { fr: 'Votre compte, vos réglages', en: 'Your account, your settings' },
  settingsText: {
    fr: 'Nom, mot de passe, connexion en deux étapes\u00a0: tout ce qui vous concerne se règle sur cet écran.',
    en: 'Name, password, two-step sign-in: everything about you is set on this screen.',
  },
  plan: { fr: 'Une offre à votre mesure', en: 'A plan that fits' },
  planText: {
    fr: 'Votre offre et sa consommation restent en vue dans le menu. Pour plus de jetons ou de chatbots, tout se change sous Tarifs.',
    en: 'Your plan and what it has used stay in view in the menu. For more tokens or chatbots, change it under Pricing.',
  },
  needsChatbot: {
    fr: 'Vous trouverez cela ici dès que vous aurez un chatbot.',
    en: 'You will find this here once you have a chatbot.',
  },
});
