import { defineTexts } from '@parlance/contract/i18n';

/** What each table of an archive holds, in a sentence. */
export const fileTexts = defineTexts({
  account_deletions: {
    fr: 'Votre demande de suppression de compte, s’il y en a une.',
    en: 'Your request to delete the account, if there is one.',
  },
  accounts: {
    fr: 'Votre offre, et jusqu’à quand elle court.',
    en: 'Your plan, and until when it runs.',
  },
  api_keys: {
    fr: 'Vos clés API\u00a0: nom, droits, dates, sans la clé elle-même.',
    en: 'Your API keys: name, scopes, dates, without the key itself.',
  },
  billing_customers: { fr: 'Vos numéros de client chez Stripe.', en: 'Your customer numbers at Stripe.' },
  billing_notices: {
    fr: 'Les emails de facturation que nous vous avons envoyés.',
    en: 'Emails about payments that we have sent you.',
  },
  cap_alerts: {
    fr: 'Les alertes sur les plafonds de jetons de vos chatbots.',
    en: 'Alerts about the token caps of your chatbots.',
  },
  channel_chats: {
    fr: 'Qui écrit à vos chatbots sur Telegram et WhatsApp : identifiant ou numéro, nom affiché, langue, origine.',
    en: 'Who writes to your chatbots on Telegram and WhatsApp: id or number, displayed name, language, origin.',
  },
  channel_messages: {
    fr: 'Ce qui est parti vers Telegram et WhatsApp, et ce qu’il en est advenu ; les textes sont dans messages.',
    en: 'What went to Telegram and WhatsApp, and what became of it; the texts are in messages.',
  },
  channels: {
    fr: 'Les bots et les numéros de vos chatbots, sans leurs accès.',
    en: 'Your chatbots’ bots and numbers, without what they sign in with.',
  },
  charged_files: {
    fr: 'Les jetons payés pour chaque contenu de fichier, afin qu’il ne soit compté qu’une fois.',
    en: 'The tokens paid for each file’s content, so that it is charged once only.',
  },
  chatbot_images: {
    fr: 'Les images de vos chatbots\u00a0; elles-mêmes sont dans images/.',
    en: 'The images of your chatbots; they themselves are in images/.',
  },
  chatbots: {
    fr: 'Vos chatbots avec tous leurs réglages.',
    en: 'Your chatbots with all their settings.',
  },
  check_results: {
    fr: 'Ce que vos chatbots ont répondu lors de vos vérifications.',
    en: 'What your chatbots answered to your check questions.',
  },
  check_runs: {
    fr: 'Les fois où vos vérifications ont été faites.',
    en: 'The times that your check questions were asked.',
  },
  checks: {
    fr: 'Vos vérifications\u00a0: une question et ce que la réponse doit contenir.',
    en: 'Your check questions.',
  },
  consents: {
    fr: 'Vos choix de confidentialité, chacun avec sa date, la version et l’empreinte du texte que vous avez lu.',
    en: 'Your privacy choices, each with its date, and the version and hash of the text that you read.',
  },
  conversations: {
    fr: 'Les conversations de vos visiteurs\u00a0; leurs messages sont dans messages.',
    en: 'The conversations of your visitors; what was said is in messages.',
  },
  crawl_pages: {
    fr: 'Les pages trouvées lors de la lecture de vos sites, et ce qu’elles sont devenues.',
    en: 'Pages found while your sites were read, and what became of them.',
  },
  crawls: {
    fr: 'Les sites et plans de site que vous avez ajoutés.',
    en: 'Sites and sitemaps that you added.',
  },
  credential_changes: {
    fr: 'Vos changements récents de mot de passe, d’adresse ou de second facteur.',
    en: 'Your recent changes of password, address or second factor.',
  },
  data_exports: { fr: 'Vos archives de données.', en: 'Your data archives.' },
  factors: {
    fr: 'Vos applications d’authentification, sans leur secret.',
    en: 'Your authenticator apps, without their secret.',
  },
  fallbacks: {
    fr: 'Les moments où vos chatbots n’ont pu que citer, et pourquoi.',
    en: 'Times when your chatbots could only quote, and why.',
  },
  free_answers: {
    fr: 'Les réponses données gratuitement aujourd’hui, quand il ne restait plus de jetons.',
    en: 'Answers given for free in a day, when no tokens were left.',
  },
  identities: {
    fr: 'Vos façons de vous connecter (email, Google, entreprise).',
    en: 'Your ways to sign in (email, Google, company).',
  },
  known_devices: {
    fr: 'La dernière visite de chaque appareil connu\u00a0; l’appareil n’est gardé que sous forme d’empreinte.',
    en: 'The last visit of each known device; the device is kept as a hash alone.',
  },
  ledger_entries: {
    fr: 'Chaque dépense de jetons, avec son motif.',
    en: 'Each use of tokens, with its cause.',
  },
  messages: {
    fr: 'Les messages des conversations, les passages cités et les avis des visiteurs.',
    en: 'The messages of conversations, the passages that they cite, and what visitors thought of them.',
  },
  passages: {
    fr: 'Le texte lu dans vos sources, en passages.',
    en: 'The text that was read in your sources, in passages.',
  },
  profiles: {
    fr: 'Votre profil et vos préférences.',
    en: 'Your profile and your preferences.',
  },
  quota_alerts: {
    fr: 'Les alertes sur vos quotas de jetons.',
    en: 'Alerts about your token quotas.',
  },
  quota_needs: {
    fr: 'Les jetons qui ont manqué à la dernière demande refusée.',
    en: 'The tokens that the last refused request lacked.',
  },
  second_step_failures: {
    fr: 'Vos codes de second facteur refusés récemment.',
    en: 'Your recently refused codes of the second factor.',
  },
  security_events: {
    fr: 'Ce qui a touché à la sécurité de votre compte, avec l’adresse tronquée.',
    en: 'What concerned the security of your account, with the truncated address.',
  },
  sessions: {
    fr: 'Vos sessions ouvertes, sans leurs jetons.',
    en: 'Your open sessions, without their tokens.',
  },
  sign_in_addresses: {
    fr: 'La dernière connexion depuis chaque réseau connu\u00a0; le réseau n’est gardé que sous forme d’empreinte.',
    en: 'The last sign-in from each known network; the network is kept as a hash alone.',
  },
  sign_ups: {
    fr: 'Votre inscription, tant qu’elle n’est pas confirmée.',
    en: 'Your sign-up, while it is not confirmed.',
  },
  sources: {
    fr: 'Vos sources\u00a0; les fichiers eux-mêmes sont dans sources/.',
    en: 'Your sources; the files themselves are in sources/.',
  },
  subscriptions: { fr: 'Vos abonnements.', en: 'Your subscriptions.' },
  summaries: {
    fr: 'Les résumés d’activité de vos chatbots.',
    en: 'The activity summaries of your chatbots.',
  },
  system_message_versions: {
    fr: 'Les versions précédentes des instructions de vos chatbots.',
    en: 'Earlier versions of your chatbots’ instructions.',
  },
  transfers: {
    fr: 'Les chatbots que vous avez proposés à d’autres, ou que d’autres vous ont proposés et que vous avez acceptés ou refusés.',
    en: 'Chatbots that you offered to others, or that others offered to you and you accepted or declined.',
  },
  unanswered_questions: {
    fr: 'Les questions restées sans réponse.',
    en: 'Questions that had no answer.',
  },
  uploads: { fr: 'Vos envois de fichiers en cours.', en: 'Your uploads under way.' },
  users: {
    fr: 'Votre compte\u00a0: adresse email et dates.',
    en: 'Your account: email address and dates.',
  },
});
