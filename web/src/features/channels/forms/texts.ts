import { defineTexts } from '@parlance/contract/i18n';

export const formTexts = defineTexts({
  nameHelp: { fr: 'De 1 à 64 caractères', en: '1 to 64 characters' },
  nameRequired: { fr: 'Donnez-lui un nom.', en: 'Give it a name.' },
  nameLong: { fr: 'Le nom ne peut pas dépasser 64 caractères.', en: 'The name cannot exceed 64 characters.' },
  submit: { fr: 'Créer le chatbot', en: 'Create the chatbot' },
  creating: { fr: 'Initialisation du chatbot…', en: 'Initialising the chatbot…' },
  createFailed: { fr: 'Le chatbot n’a pas pu être créé.', en: 'The chatbot could not be created.' },

  websiteTitle: { fr: 'Un chatbot pour votre site', en: 'A chatbot for your site' },
  websiteHelpTitle: { fr: 'Comment cela se passe', en: 'How it goes' },
  websiteHelp: {
    fr: [
      'Donnez un nom au chatbot : c’est celui que vos visiteurs lisent.',
      'Copiez la ligne qui s’affiche ensuite et collez-la dans votre site.',
      'Ajoutez ses sources : vos fichiers et vos pages.',
      'Ouvrez une page de votre site : elle s’affiche ici dès que le chatbot y est chargé.',
    ].join('\n'),
    en: [
      'Name the chatbot: it is the name that your visitors read.',
      'Copy the line that shows next and paste it into your site.',
      'Add its sources: your files and your pages.',
      'Open a page of your site: it shows here as soon as the chatbot is loaded on it.',
    ].join('\n'),
  },

  telegramTitle: { fr: 'Un chatbot sur Telegram', en: 'A chatbot on Telegram' },
  telegramHelpTitle: { fr: 'Obtenir le jeton chez @BotFather', en: 'Getting the token from @BotFather' },
  telegramHelpLead: {
    fr: 'BotFather est le bot officiel de Telegram qui crée les bots. Il écrit en anglais ; voici ce que vous verrez.',
    en: 'BotFather is Telegram’s official bot for making bots. This is what you will see.',
  },
  telegramHelp: {
    fr: [
      'Ouvrez la conversation avec @BotFather et appuyez sur « Démarrer ».',
      'Envoyez `/newbot`. Il demande un nom (« Please choose a name for your bot ») : c’est celui que vos clients liront.',
      'Il demande un nom d’utilisateur, qui doit finir par « bot » : par exemple `hotel_lilas_bot`.',
      'Il répond « Done! » et donne le jeton, sous « Use this token to access the HTTP API ». Appuyez dessus pour le copier.',
      'Collez le jeton ici. Ne le donnez à personne d’autre : qui l’a peut écrire au nom de votre bot.',
    ].join('\n'),
    en: [
      'Open the chat with @BotFather and press “Start”.',
      'Send `/newbot`. It asks for a name (“Please choose a name for your bot”): the one that your customers will read.',
      'It asks for a username, which must end in “bot”: `hotel_lilas_bot`, for example.',
      'It answers “Done!” and gives the token, under “Use this token to access the HTTP API”. Tap it to copy it.',
      'Paste the token here. Give it to nobody else: whoever has it can write in your bot’s name.',
    ].join('\n'),
  },
  telegramHelpLink: { fr: 'Ouvrir @BotFather', en: 'Open @BotFather' },
  telegramHelpNote: {
    fr: 'Votre bot existe déjà ? Envoyez `/mybots`, choisissez-le, puis « API Token ».',
    en: 'Your bot exists already? Send `/mybots`, choose it, then “API Token”.',
  },

  whatsappTitle: { fr: 'Un chatbot sur WhatsApp', en: 'A chatbot on WhatsApp' },
  whatsappHelpTitle: { fr: 'Où trouver chaque valeur chez Meta', en: 'Where to find each value at Meta' },
  whatsappHelpLead: {
    fr: 'Il vous faut une application de type Business avec le produit WhatsApp, en mode « En ligne », et un numéro enregistré.',
    en: 'You need an app of type Business with the WhatsApp product, in “Live” mode, and a registered number.',
  },
  whatsappHelp: {
    fr: [
      'Ouvrez votre application sur developers.facebook.com › Mes applications.',
      '`Client ID` et `Client Secret` : Paramètres de l’app › Général. Ce sont l’« ID de l’app » et la « Clé secrète de l’app » (bouton Afficher).',
      '`Business Account ID` : WhatsApp › Configuration de l’API, « ID du compte WhatsApp Business ». Ce n’est ni l’ID du numéro ni celui de l’entreprise.',
      '`Access Token` : business.facebook.com › Paramètres › Utilisateurs › Utilisateurs système. Ajoutez un utilisateur, attribuez-lui l’application et le compte WhatsApp, puis « Générer un token ».',
      'Choisissez l’expiration « Jamais » et les autorisations `whatsapp_business_messaging` et `whatsapp_business_management`. Copiez le jeton : Meta ne le montre qu’une fois.',
    ].join('\n'),
    en: [
      'Open your app at developers.facebook.com › My Apps.',
      '`Client ID` and `Client Secret`: App settings › Basic. They are the “App ID” and the “App secret” (press Show).',
      '`Business Account ID`: WhatsApp › API Setup, “WhatsApp Business Account ID”. It is neither the phone number’s ID nor the business portfolio’s.',
      '`Access Token`: business.facebook.com › Settings › Users › System users. Add a user, assign the app and the WhatsApp account to it, then “Generate token”.',
      'Choose the expiry “Never” and the permissions `whatsapp_business_messaging` and `whatsapp_business_management`. Copy the token: Meta shows it once.',
    ].join('\n'),
  },
  whatsappHelpLink: { fr: 'Ouvrir les applications Meta', en: 'Open Meta’s apps' },
  whatsappHelpNote: {
    fr: 'Le jeton provisoire de la page « Configuration de l’API » s’arrête en moins de 24 heures. Et Meta n’admet que les chatbots d’une entreprise pour ses clients, pas les assistants généralistes.',
    en: 'The temporary token of the “API Setup” page ends within 24 hours. And Meta admits only a business’s chatbot for its own customers, no general assistants.',
  },

  botToken: { fr: 'Jeton du bot', en: 'Bot token' },
  botTokenHelp: {
    fr: 'Des chiffres, deux-points, puis une longue suite de lettres.',
    en: 'Digits, a colon, then a long run of letters.',
  },
  botTokenRequired: {
    fr: 'Collez le jeton que @BotFather a donné.',
    en: 'Paste the token that @BotFather gave.',
  },
  noColon: {
    fr: 'Un jeton contient deux-points (« : »), après les premiers chiffres. Copiez-le en entier.',
    en: 'A token contains a colon (“:”) after the first digits. Copy all of it.',
  },
  notCopiedWhole: {
    fr: 'Cette valeur contient un caractère inattendu, ou trop de caractères. Copiez-la de nouveau, seule.',
    en: 'This value has an unexpected character, or too many of them. Copy it again, and nothing else.',
  },
  clientId: { fr: 'Client ID', en: 'Client ID' },
  clientIdHelp: { fr: 'Chez Meta : ID de l’app', en: 'At Meta: App ID' },
  clientIdRequired: { fr: 'Indiquez le Client ID.', en: 'Enter the Client ID.' },
  clientSecret: { fr: 'Client Secret', en: 'Client Secret' },
  clientSecretHelp: { fr: 'Chez Meta : clé secrète de l’app', en: 'At Meta: App secret' },
  clientSecretRequired: { fr: 'Indiquez le Client Secret.', en: 'Enter the Client Secret.' },
  accessToken: { fr: 'Access Token', en: 'Access Token' },
  accessTokenHelp: {
    fr: 'D’un utilisateur système, qui n’expire jamais',
    en: 'A system user’s, which never expires',
  },
  accessTokenRequired: { fr: 'Indiquez l’Access Token.', en: 'Enter the Access Token.' },
  businessAccountId: { fr: 'Business Account ID', en: 'Business Account ID' },
  businessAccountIdHelp: {
    fr: 'Chez Meta : ID du compte WhatsApp Business',
    en: 'At Meta: WhatsApp Business Account ID',
  },
  businessAccountIdRequired: { fr: 'Indiquez le Business Account ID.', en: 'Enter the Business Account ID.' },
  reveal: { fr: (name: string) => `Afficher : ${name}`, en: (name: string) => `Show: ${name}` },
  hide: { fr: (name: string) => `Masquer : ${name}`, en: (name: string) => `Hide: ${name}` },
  keepEmpty: {
    fr: 'Laissez vide ce qui ne change pas.',
    en: 'Leave empty what does not change.',
  },
  oneNeeded: { fr: 'Indiquez au moins une valeur.', en: 'Enter at least one value.' },
  present: {
    fr: (last4: string) => `Le jeton actuel finit par « ${last4} ».`,
    en: (last4: string) => `The present token ends in “${last4}”.`,
  },
  changeFailed: { fr: 'Le canal n’a pas pu être modifié.', en: 'The channel could not be changed.' },
  otherBotTitle: { fr: 'Passer à cet autre bot ?', en: 'Move to this other bot?' },
  otherBotText: {
    fr: (account: string) =>
      `Ce jeton est celui d’un autre bot. ${account || 'L’ancien bot'} ne répondra plus ; les conversations passées restent ici.`,
    en: (account: string) =>
      `This token is another bot’s. ${account || 'The old bot'} will no longer answer; past conversations stay here.`,
  },
  changeBot: { fr: 'Changer de bot', en: 'Change the bot' },
  sealed: {
    fr: 'Chiffré dès sa réception, et plus jamais affiché.',
    en: 'Encrypted on arrival, and never shown again.',
  },
});
