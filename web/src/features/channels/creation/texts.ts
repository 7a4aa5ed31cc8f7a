import { defineTexts } from '@parlance/contract/i18n';

export const creationTexts = defineTexts({
  creatingTitle: {
    fr: (name: string, platform: string) => `Mise en place de « ${name} » sur ${platform}`,
    en: (name: string, platform: string) => `Setting up “${name}” on ${platform}`,
  },
  failedTitle: {
    fr: (name: string, platform: string) => `« ${name} » n’est pas relié à ${platform}`,
    en: (name: string, platform: string) => `“${name}” is not connected to ${platform}`,
  },
  numberTitle: {
    fr: (name: string) => `Quel numéro pour « ${name} » ?`,
    en: (name: string) => `Which number for “${name}”?`,
  },
  readyTitle: {
    fr: (name: string, platform: string) => `« ${name} » répond sur ${platform}`,
    en: (name: string, platform: string) => `“${name}” answers on ${platform}`,
  },
  warningTitle: {
    fr: (name: string) => `« ${name} » est créé ; un réglage reste à faire`,
    en: (name: string) => `“${name}” is completed; more set-up is needed`,
  },
  leave: {
    fr: 'Vous pouvez quitter cette page : la mise en place continue, et se retrouve ici.',
    en: 'You may leave this page: the set-up goes on, and can be found here again.',
  },
  elapsed: {
    fr: (seconds: string) => `${seconds}\u00a0s écoulées`,
    en: (seconds: string) => `${seconds} s elapsed`,
  },
  steps: { fr: 'Étapes de la mise en place', en: 'Steps of the set-up' },
  verifying: { fr: 'Vérification du compte', en: 'Verifying account' },
  creating: { fr: 'Création du chatbot', en: 'Creating chatbot' },
  configuring: { fr: 'Configuration du flux de travail', en: 'Configuring a workflow' },
  credentials: { fr: 'Mise en place des identifiants', en: 'Setting up credentials' },
  telegramVerifying: {
    fr: 'Telegram reconnaît-il le jeton ?',
    en: 'Does Telegram know the token?',
  },
  telegramCreating: { fr: 'Le chatbot, avec son nom', en: 'The chatbot, under its name' },
  telegramConfiguring: {
    fr: 'Les commandes et la description du bot, dans les deux langues',
    en: 'The bot’s commands and description, in both languages',
  },
  telegramCredentials: {
    fr: 'Le jeton est chiffré ; Telegram apprend où remettre les messages',
    en: 'The token is encrypted; Telegram learns where to deliver messages',
  },
  whatsappVerifying: {
    fr: 'L’application, le jeton et le compte vont-ils ensemble ?',
    en: 'Do the app, the token, and the account belong together?',
  },
  whatsappCreating: { fr: 'Le chatbot, avec son nom', en: 'The chatbot, under its name' },
  whatsappConfiguring: {
    fr: 'Le numéro par lequel il répond',
    en: 'The number that it answers by',
  },
  whatsappCredentials: {
    fr: 'Les identifiants sont chiffrés ; Meta apprend où remettre les messages',
    en: 'The credentials are encrypted; Meta learns where to deliver messages',
  },
  pending: { fr: 'à venir', en: 'to come' },
  running: { fr: 'en cours', en: 'running' },
  done: { fr: 'terminé', en: 'done' },
  warning: { fr: 'terminé, avec une réserve', en: 'done, with a warning' },
  error: { fr: 'échec', en: 'failed' },
  toChoose: { fr: 'à choisir', en: 'to choose' },
  expires: { fr: (date: string) => `Il expire le ${date}.`, en: (date: string) => `It expires on ${date}.` },
  stepOf: {
    fr: (at: number, count: number, name: string) => `Étape ${at} sur ${count} : ${name}`,
    en: (at: number, count: number, name: string) => `Step ${at} of ${count}: ${name}`,
  },
  telegramSays: { fr: 'Telegram dit :', en: 'Telegram says:' },
  whatsappSays: { fr: 'Meta dit :', en: 'Meta says:' },

  retryFailed: { fr: 'La reprise a échoué.', en: 'It could not go on.' },
  changeToken: { fr: 'Changer le jeton', en: 'Change the token' },
  changeCredentials: { fr: 'Changer les identifiants', en: 'Change the credentials' },
  sendToken: { fr: 'Reprendre avec ce jeton', en: 'Go on with this token' },
  sendCredentials: { fr: 'Reprendre avec ces identifiants', en: 'Go on with these credentials' },
  giveUp: { fr: 'Abandonner', en: 'Give up' },
  giveUpTitle: {
    fr: (name: string) => `Abandonner « ${name} » ?`,
    en: (name: string) => `Give up “${name}”?`,
  },
  giveUpText: {
    fr: 'Rien n’a encore été créé ; ce que vous avez collé est effacé.',
    en: 'Nothing has been created yet; what you pasted is erased.',
  },
  gaveUp: { fr: (name: string) => `« ${name} » abandonné.`, en: (name: string) => `“${name}” given up.` },
  giveUpFailed: { fr: 'L’abandon n’a pas été pris en compte.', en: 'It could not be given up.' },
  chooseNumber: { fr: 'Numéro du chatbot', en: 'The chatbot’s number' },
  useNumber: { fr: 'Prendre ce numéro', en: 'Use this number' },
  numberFailed: { fr: 'Ce numéro n’a pas pu être pris.', en: 'This number could not be taken.' },

  setupTitle: { fr: 'À coller chez Meta', en: 'To paste at Meta' },
  setupText: {
    fr: 'Dans votre application Meta, ouvrez WhatsApp › Configuration › Webhook › Modifier. Collez ces deux valeurs, enregistrez, puis abonnez-vous au champ « messages ».',
    en: 'In your Meta app, open WhatsApp › Configuration › Webhook › Edit. Paste these two values, save, then subscribe to the field “messages”.',
  },
  callbackUrl: { fr: 'URL de rappel', en: 'Callback URL' },
  verifyToken: { fr: 'Jeton de vérification', en: 'Verify token' },
  copyCallbackUrl: { fr: 'Copier l’URL', en: 'Copy the URL' },
  copyVerifyToken: { fr: 'Copier le jeton', en: 'Copy the token' },

  writeTitle: { fr: 'Écrivez-lui maintenant', en: 'Write to it now' },
  telegramWrite: {
    fr: 'Ouvrez le bot ici ou scannez le code avec votre téléphone, appuyez sur Démarrer et posez une question.',
    en: 'Open the bot here or scan the code with your phone, press Start, and ask a question.',
  },
  telegramOpen: {
    fr: 'Ouvrez le bot, appuyez sur Démarrer et posez une question.',
    en: 'Open the bot, press Start, and ask a question.',
  },
  whatsappOpen: {
    fr: 'Ouvrez la conversation et posez une question.',
    en: 'Open the chat and ask a question.',
  },
  whatsappWrite: {
    fr: 'Ouvrez la conversation ici ou scannez le code avec votre téléphone, et posez une question.',
    en: 'Open the chat here or scan the code with your phone, and ask a question.',
  },
  scan: { fr: 'Code QR vers la conversation', en: 'QR code to the chat' },
  open: {
    fr: (platform: string) => `Ouvrir dans ${platform}`,
    en: (platform: string) => `Open in ${platform}`,
  },
  copyLink: { fr: 'Copier le lien', en: 'Copy the link' },
  waiting: { fr: 'En attente de votre premier message…', en: 'Waiting for your first message…' },
  arrived: { fr: 'Le premier message est arrivé.', en: 'The first message has arrived.' },
  nothingYet: {
    fr: 'Aucun message n’est arrivé en cinq minutes. À vérifier :',
    en: 'No message has arrived in five minutes. What to check:',
  },
  telegramHints: {
    fr: [
      'Vous écrivez bien au bot ci-dessus, et avez appuyé sur Démarrer.',
      'Dans un groupe, il ne répond que si on le nomme ou si on lui répond.',
      'Aucun autre programme n’utilise le même jeton.',
    ].join('\n'),
    en: [
      'You are writing to the bot above, and have pressed Start.',
      'In a group it answers only when it is named or replied to.',
      'No other program uses the same token.',
    ].join('\n'),
  },
  whatsappHints: {
    fr: [
      'Votre application Meta est en mode « En ligne » : en développement, Meta ne remet que des essais.',
      'Le champ « messages » est abonné sous WhatsApp › Configuration › Webhook.',
      'Vous écrivez d’un autre téléphone que celui du numéro.',
    ].join('\n'),
    en: [
      'Your Meta app is in “Live” mode: in development Meta delivers only tests.',
      'The field “messages” is subscribed under WhatsApp › Configuration › Webhook.',
      'You are writing from another phone than the number’s own.',
    ].join('\n'),
  },
  watchAgain: { fr: 'Attendre encore', en: 'Wait again' },

  websiteReadyTitle: {
    fr: (name: string) => `« ${name} » est créé`,
    en: (name: string) => `“${name}” is created`,
  },
  websiteReady: {
    fr: 'Collez ce code dans votre site. En attendant, le chatbot répond déjà sur sa page publique.',
    en: 'Paste this code into your site. Until then, the chatbot already answers on its public page.',
  },
  addSources: { fr: 'Ajouter ses sources', en: 'Add its sources' },
  customise: { fr: 'Personnaliser', en: 'Customise' },
  another: { fr: 'Créer un autre chatbot', en: 'Create another chatbot' },
});
