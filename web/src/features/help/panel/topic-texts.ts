import { defineTexts } from '@parlance/contract/i18n';

/** What the panels tell, topic by topic. */
export const topicTexts = defineTexts({
  tokens: { fr: 'Deux compteurs, deux usages', en: 'Two counters, two uses' },
  tokensText: {
    fr: 'Les jetons de message paient les réponses et reviennent chaque mois. Les jetons de stockage paient la lecture de vos documents, une fois pour toutes.',
    en: 'Message tokens pay for answers and come back every month. Storage tokens pay for reading your documents, once and for all.',
  },
  alerts: { fr: 'Prévenu avant la fin', en: 'Told before it runs out' },
  alertsText: {
    fr: 'À 80\u00a0%, puis à 90\u00a0%, vous êtes averti ici et par email. S’il n’en reste plus, vos chatbots ne se taisent pas\u00a0: ils citent vos sources mot pour mot, dans une limite par jour.',
    en: 'At 80%, then at 90%, you are told here and by email. If none are left, your chatbots do not fall silent: they quote your sources word for word, up to a daily limit.',
  },
  curve: { fr: 'Trente jours d’un regard', en: 'Thirty days at a glance' },
  curveText: {
    fr: 'La courbe montre ce que vos chatbots ont consommé, jour après jour. «\u00a0Par chatbot\u00a0» dit lequel, et le tableau donne les chiffres exacts.',
    en: 'The curve shows what your chatbots used, day by day. “By chatbot” says which one, and the table gives the exact figures.',
  },
  unanswered: { fr: 'Les questions restées sans réponse', en: 'Questions without an answer' },
  unansweredText: {
    fr: 'Ce que vos visiteurs ont demandé en vain vous dit quoi écrire ensuite. Une réponse de votre main, et le prochain visiteur trouve la sienne.',
    en: 'What visitors asked in vain tells you what to write next. One answer in your own words, and the next visitor finds theirs.',
  },
  create: { fr: 'Un nom, et c’est parti', en: 'A name, and off it goes' },
  createText: {
    fr: 'Un chatbot naît avec un nom et un canal. Il lui faut ensuite de quoi lire\u00a0: vos fichiers, vos pages ou vos propres réponses.',
    en: 'A chatbot is born with a name and a channel. Then it needs something to read: your files, your pages, or your own answers.',
  },
  copies: { fr: 'Dupliquer plutôt que recommencer', en: 'Duplicate instead of starting over' },
  copiesText: {
    fr: 'Le menu au bout de la ligne copie un chatbot avec ses réglages et ses sources. Rien n’est relu, rien n’est compté une seconde fois.',
    en: 'The menu at the end of the row copies a chatbot with its settings and its sources. Nothing is read again, nothing is charged twice.',
  },
  transfer: { fr: 'Confier un chatbot', en: 'Hand a chatbot over' },
  transferText: {
    fr: 'Indiquez l’adresse email de la personne\u00a0: elle a quatorze jours pour accepter. Sur le site, le code reste le même et le chatbot continue de répondre.',
    en: 'Enter the person’s email address: they have fourteen days to accept. On the website the code stays the same and the chatbot goes on answering.',
  },
  look: { fr: 'Ce que vous voyez est le vrai', en: 'What you see is the real thing' },
  lookText: {
    fr: 'L’aperçu est le chatbot lui-même\u00a0: changez une couleur, posez-lui une question, il répond. Si un texte devient difficile à lire, une correction vous est proposée.',
    en: 'The preview is the chatbot itself: change a colour, ask it something, and it answers. Where a text becomes hard to read, a fix is offered.',
  },
  voice: { fr: 'Dites-lui qui il est', en: 'Tell it who it is' },
  voiceText: {
    fr: 'Le message système donne son rôle, son ton et ses limites. Ses connaissances viennent d’ailleurs\u00a0: de vos sources, qu’il cite.',
    en: 'The system message sets its role, its tone, and its limits. What it knows comes from elsewhere: from your sources, which it quotes.',
  },
  unknown: { fr: 'Il sait dire qu’il ne sait pas', en: 'It can say that it doesn’t know' },
  unknownText: {
    fr: 'Quand vos sources n’ont pas la réponse, il l’avoue et donne le contact que vous avez choisi, plutôt que d’inventer.',
    en: 'Where your sources don’t hold the answer, it says so and gives the contact that you chose, rather than make something up.',
  },
  install: { fr: 'Une ligne à coller', en: 'One line to paste' },
  installText: {
    fr: 'Sous Intégration, copiez la ligne et collez-la dans vos pages. La première page qui charge le chatbot s’affiche ici, quelques instants plus tard.',
    en: 'Under Integration, copy the line and paste it into your pages. The first page that loads the chatbot shows here moments later.',
  },
  feed: { fr: 'De quoi le nourrir', en: 'Something to read' },
  feedText: {
    fr: 'Des fichiers PDF, Word, Excel, CSV ou texte, et les pages de votre site. Toute cette page reçoit ce que vous y déposez, plusieurs fichiers à la fois.',
    en: 'PDF, Word, Excel, CSV, or text files, and the pages of your website. Drop them anywhere on this page, several at a time.',
  },
  stages: { fr: 'De l’ajout à «\u00a0Prêt\u00a0»', en: 'From “Waiting” to “Ready”' },
  stagesText: {
    fr: 'Une source est lue, découpée en passages, puis rendue cherchable. La page se met à jour d’elle-même, et une erreur vous dit toujours quoi faire.',
    en: 'A source is read, cut into passages, then made searchable. The page updates by itself, and an error always tells you what to do.',
  },
  fresh: { fr: 'Toujours à jour', en: 'Always up to date' },
  freshText: {
    fr: 'Relisez une page d’un geste, ou laissez-la se relire chaque jour ou chaque semaine. Seul ce qui a changé est compté.',
    en: 'Read a page again with one press, or have it read every day or every week. Only what has changed is charged.',
  },
  trial: { fr: 'Essayez avant vos visiteurs', en: 'Try it before your visitors do' },
  trialText: {
    fr: 'Posez vos questions dans «\u00a0Tester le chatbot\u00a0». Chaque réponse montre le passage dont elle vient, et vous mène à sa source.',
    en: 'Ask your questions in “Test the chatbot”. Each answer shows the passage that it comes from, and leads you to its source.',
  },
  website: { fr: 'Une bulle sur votre site', en: 'A bubble on your website' },
  websiteText: {
    fr: 'Collez une ligne dans vos pages et la bulle apparaît. Sans site, la page publique du chatbot se partage par un simple lien.',
    en: 'Paste one line into your pages and the bubble appears. Without a website, share the chatbot’s public page by a simple link.',
  },
  telegram: { fr: 'Un bot sur Telegram', en: 'A bot on Telegram' },
  telegramText: {
    fr: '@BotFather crée le bot et donne son jeton. Vos clients le trouvent ensuite par son nom, et lui écrivent comme à un contact.',
    en: '@BotFather makes the bot and gives you its token. Your customers then find it by its name and write to it like to any contact.',
  },
  whatsapp: { fr: 'Votre numéro WhatsApp', en: 'Your WhatsApp number' },
  whatsappText: {
    fr: 'Avec un compte WhatsApp Business, les réponses partent sous le numéro de votre entreprise. Comptez un quart d’heure pour réunir ce qu’il faut.',
    en: 'With a WhatsApp Business account, answers go out under your company’s number. Allow a quarter of an hour to gather what it takes.',
  },
  botFather: { fr: 'Demandez un bot à @BotFather', en: 'Ask @BotFather for a bot' },
  botFatherText: {
    fr: 'Écrivez-lui /newbot et répondez à ses deux questions\u00a0: un nom, puis un nom d’utilisateur qui finit par «\u00a0bot\u00a0». Il termine par le jeton\u00a0: appuyez dessus pour le copier.',
    en: 'Send it /newbot and answer its two questions: a name, then a username that ends in “bot”. It closes with the token: tap it to copy it.',
  },
  botToken: { fr: 'Le jeton est une clé', en: 'The token is a key' },
  botTokenText: {
    fr: 'Qui le détient écrit au nom de votre bot. Collez-le ici seulement\u00a0: il est chiffré dès sa réception et n’est plus jamais affiché. En cas de doute, @BotFather en donne un autre.',
    en: 'Whoever holds it writes in your bot’s name. Paste it here and nowhere else: it is encrypted on arrival and never shown again. When in doubt, @BotFather gives you another.',
  },
  botTalk: { fr: 'Ce que vos clients y trouvent', en: 'What your customers find there' },
  botTalkText: {
    fr: 'Ils cherchent le bot par son nom, appuient sur «\u00a0Démarrer\u00a0» et posent leurs questions. Son menu leur offre de recommencer, de changer de langue ou d’effacer ce qu’ils ont écrit.',
    en: 'They look the bot up by its name, press “Start”, and ask their questions. Its menu lets them begin again, change the language, or erase what they wrote.',
  },
  metaValues: { fr: 'Quatre valeurs à réunir', en: 'Four values to gather' },
  metaValuesText: {
    fr: 'L’application donne son identifiant et sa clé secrète\u00a0; WhatsApp, l’identifiant du compte\u00a0; les paramètres de l’entreprise, le jeton. Ici, chaque champ dit comment Meta appelle sa valeur.',
    en: 'The app gives its ID and its secret; WhatsApp, the account’s ID; the business settings, the token. Here, each field says what Meta calls its value.',
  },
  lastingToken: { fr: 'Un jeton qui dure', en: 'A token that lasts' },
  lastingTokenText: {
    fr: 'Le jeton provisoire de Meta s’arrête en un jour, et votre chatbot avec lui. Celui d’un utilisateur système peut ne jamais expirer. S’il a une fin, vous êtes averti avant.',
    en: 'Meta’s temporary token ends within a day, and your chatbot with it. A system user’s can be made never to expire. If it does have an end, you are told before.',
  },
  window: { fr: 'Les 24 heures de Meta', en: 'Meta’s 24 hours' },
  windowText: {
    fr: 'WhatsApp n’admet de réponses libres que pendant les 24 heures qui suivent un message. Le chatbot répond aussitôt\u00a0: vous n’avez rien à faire.',
    en: 'WhatsApp admits free answers only in the 24 hours after a message. The chatbot answers at once: there is nothing for you to do.',
  },
  apiKeys: { fr: 'Une clé par programme', en: 'A key for each program' },
  apiKeysText: {
    fr: 'Une clé API laisse un programme lire, modifier ou interroger vos chatbots, selon les droits cochés. Elle n’ouvre ni votre profil ni vos paiements, et se révoque sans toucher aux autres.',
    en: 'An API key lets a program read, change, or ask your chatbots, by the rights that you tick. It opens neither your profile nor your payments, and is revoked without touching the others.',
  },
  twoStep: { fr: 'Deux étapes valent mieux qu’une', en: 'Two steps are better than one' },
  twoStepText: {
    fr: 'Après le mot de passe, un code de votre téléphone\u00a0: un mot de passe volé n’ouvre plus rien. Gardez les codes de secours ailleurs que sur ce téléphone.',
    en: 'After the password, a code from your phone: a stolen password opens nothing any more. Keep the recovery codes elsewhere than on that phone.',
  },
  sessions: { fr: 'Qui est connecté', en: 'Who is signed in' },
  sessionsText: {
    fr: 'Chaque navigateur ouvert sur votre compte est dans la liste. Fermez celui que vous ne reconnaissez pas, puis changez de mot de passe.',
    en: 'Every browser that is open on your account is in the list. End the one that you don’t recognise, then change your password.',
  },
  leaving: { fr: 'Partir, ou changer d’avis', en: 'Leave, or change your mind' },
  leavingText: {
    fr: 'Supprimer le compte efface tout dans les 24 heures. Vous reconnecter avant suffit pour l’annuler.',
    en: 'Deleting the account erases everything within 24 hours. Logging in before then is enough to cancel it.',
  },
  mails: { fr: 'Seulement les emails utiles', en: 'Only the emails you want' },
  mailsText: {
    fr: 'Choisissez ce qui vous est écrit. Ce qui touche à la sécurité de votre compte part toujours\u00a0: mieux vaut le savoir.',
    en: 'Choose what you are sent. What concerns the security of your account always goes out: it is better to know.',
  },
  appearance: { fr: 'Clair ou sombre, partout pareil', en: 'Light or dark, the same everywhere' },
  appearanceText: {
    fr: 'Thème et langue s’appliquent tout de suite et vous suivent sur vos autres appareils.',
    en: 'Theme and language apply at once and follow you to your other devices.',
  },
  privacy: { fr: 'Ce que vous acceptez', en: 'What you agree to' },
  privacyText: {
    fr: 'Parlance ne mesure personne. Chaque choix est gardé avec sa date, et si la politique change, la question vous est posée de nouveau.',
    en: 'Parlance measures nobody. Each choice is kept with its date, and if the policy changes, you are asked again.',
  },
  rights: { fr: 'Vos données sont à vous', en: 'Your data is yours' },
  rightsText: {
    fr: 'Demandez une copie de ce que Parlance garde de vous, ou l’effacement de tout. L’un et l’autre se demandent ici, sans rien à justifier.',
    en: 'Ask for a copy of what Parlance keeps of you, or to have it all erased. Both are asked for here, and you need not say why.',
  },
  read: { fr: 'Lire ce qui s’est dit', en: 'Read what was said' },
  readText: {
    fr: 'Chaque conversation montre ses messages, les pouces des visiteurs et les passages utilisés. Les filtres mènent à celles qui méritent un regard.',
    en: 'Each conversation shows its messages, the visitors’ thumbs, and the passages used. The filters lead you to those worth a look.',
  },
  summaries: { fr: 'L’essentiel, en une page', en: 'The gist, on one page' },
  summariesText: {
    fr: 'Un résumé dit ce que vos visiteurs demandent et ce qui leur manque. Son coût s’affiche avant, et chaque affirmation mène aux conversations dont elle vient.',
    en: 'A summary says what your visitors ask and what they miss. You see its cost first, and each claim leads to the conversations that it comes from.',
  },
  checks: { fr: 'Vérifier qu’il répond toujours juste', en: 'Check that it still answers right' },
  checksText: {
    fr: 'Notez une question et ce que la réponse doit contenir. Relancez après un changement\u00a0: ce qui ne tient plus se voit aussitôt.',
    en: 'Note a question and what the answer must contain. Run it again after a change: what no longer holds shows at once.',
  },
  journal: { fr: 'À chaque jeton sa ligne', en: 'Every token has its line' },
  journalText: {
    fr: 'Une réponse, une lecture, un résumé\u00a0: chaque ligne dit ce qu’elle a coûté, et pour quel chatbot. Ouvrez-la pour voir ce que les jetons ont payé.',
    en: 'An answer, a reading, a summary: each line says what it cost, and for which chatbot. Open it to see what the tokens paid for.',
  },
  filters: { fr: 'Interroger les chiffres', en: 'Question the figures' },
  filtersText: {
    fr: 'Période, chatbot, opération\u00a0: les totaux, la courbe et le journal suivent les filtres. Le CSV contient exactement ce que vous voyez.',
    en: 'Period, chatbot, operation: totals, curve, and journal follow the filters. The CSV holds exactly what you see.',
  },
  exchange: { fr: 'Ce que coûte une réponse', en: 'What an answer costs' },
  exchangeText: {
    fr: 'Un jeton vaut environ 3,5 caractères. Avec un modèle, un échange complet en compte 2\u00a0000 à 3\u00a0000, car le modèle lit aussi des passages de vos sources.',
    en: 'A token is about 3.5 characters. With a model, a full exchange takes 2,000 to 3,000, because the model reads passages of your sources, too.',
  },
  estimate: { fr: 'Estimer, puis choisir', en: 'Estimate, then choose' },
  estimateText: {
    fr: 'Indiquez vos visiteurs et leurs messages\u00a0: le calculateur propose l’offre qui suffit. Vous pouvez en changer à tout moment, rien de ce que vous avez ajouté n’est supprimé.',
    en: 'Enter your visitors and their messages: the calculator suggests the plan that is enough. You can change it at any time, and nothing that you added is deleted.',
  },
});
