import { defineTexts } from '@parlance/contract/i18n';

export const apiKeyTexts = defineTexts({
  title: { fr: 'Clés API', en: 'API keys' },
  lead: {
    fr: 'Pour que vos programmes parlent à Parlance sans votre mot de passe.',
    en: 'So that your programs can talk to Parlance without your password.',
  },
  keys: { fr: 'Vos clés', en: 'Your keys' },
  keysLead: {
    fr: 'Une clé agit en votre nom, dans les limites que vous lui donnez. Aucune n’ouvre votre profil, vos paiements ou vos droits.',
    en: 'A key acts on your behalf, within the limits that you give it. None opens your profile, your payments, or your rights.',
  },
  guide: { fr: 'Comment s’en servir', en: 'How to use them' },
  calls: { fr: 'Tous les appels (OpenAPI)', en: 'All calls (OpenAPI)' },
  none: {
    fr: 'Aucune clé pour l’instant. Créez-en une par programme : vous pourrez révoquer l’une sans arrêter les autres.',
    en: 'No key yet. Create one for each program: you can then revoke one without stopping the others.',
  },
  failed: { fr: 'Les clés API ne se chargent pas.', en: 'The API keys can’t be loaded.' },
  full: {
    fr: (count: number) => `Vous avez ${count} clés, le maximum. Révoquez-en une pour en créer une autre.`,
    en: (count: number) => `You have ${count} keys, the maximum. Revoke one to create another.`,
  },
  create: { fr: 'Créer une clé', en: 'Create a key' },
  createTitle: { fr: 'Créer une clé API', en: 'Create an API key' },
  name: { fr: 'Nom', en: 'Name' },
  nameHelp: {
    fr: 'Le programme qui s’en servira, pour la reconnaître plus tard.',
    en: 'The program that will use it, so that you recognise it later.',
  },
  namePlaceholder: { fr: 'Export de la nuit', en: 'Nightly export' },
  required: { fr: 'Ce champ est requis', en: 'This field is required' },
  scopes: { fr: 'Ce qu’elle peut faire', en: 'What it can do' },
  scopesMissing: { fr: 'Choisissez au moins un droit', en: 'Choose at least one' },
  read: { fr: 'Lire', en: 'Read' },
  readHelp: {
    fr: 'Voir vos chatbots, leurs sources, leurs conversations et votre consommation. Ne change et ne dépense rien.',
    en: 'See your chatbots, their sources, their conversations, and your usage. Changes and spends nothing.',
  },
  write: { fr: 'Modifier', en: 'Change' },
  writeHelp: {
    fr: 'Créer, modifier et supprimer chatbots, sources et canaux ; supprimer des conversations. La lecture des sources consomme des jetons.',
    en: 'Create, change, and delete chatbots, sources, and channels; delete conversations. Reading sources uses tokens.',
  },
  answer: { fr: 'Interroger', en: 'Ask' },
  answerHelp: {
    fr: 'Poser des questions à vos chatbots. Chaque réponse consomme des jetons de message.',
    en: 'Ask your chatbots questions. Each answer uses message tokens.',
  },
  createFailed: { fr: 'La clé n’a pas été créée', en: 'The key was not created' },
  madeTitle: { fr: 'Gardez votre clé', en: 'Keep your key' },
  madeLead: {
    fr: (name: string) =>
      `« ${name} » est prête. Copiez-la maintenant : elle ne sera plus jamais affichée. Qui la détient agit en votre nom.`,
    en: (name: string) =>
      `“${name}” is ready. Copy it now: it will never be shown again. Whoever holds it acts on your behalf.`,
  },
  copy: { fr: 'Copier la clé', en: 'Copy the key' },
  kept: { fr: 'Je l’ai gardée', en: 'I have kept it' },
  endsWith: { fr: (last4: string) => `se termine par ${last4}`, en: (last4: string) => `ends with ${last4}` },
  created: { fr: (day: string) => `Créée le ${day}`, en: (day: string) => `Created ${day}` },
  used: { fr: (when: string) => `utilisée ${when}`, en: (when: string) => `used ${when}` },
  unused: { fr: 'jamais utilisée', en: 'never used' },
  revoke: { fr: 'Révoquer', en: 'Revoke' },
  revokeOf: { fr: (name: string) => `Révoquer ${name}`, en: (name: string) => `Revoke ${name}` },
  revokeTitle: {
    fr: (name: string) => `Révoquer « ${name} » ?`,
    en: (name: string) => `Revoke “${name}”?`,
  },
  revokeText: {
    fr: 'Les programmes qui s’en servent seront refusés dès leur prochain appel. Rien ne la fait revenir.',
    en: 'Programs that use it will be refused from their next call on. Nothing brings it back.',
  },
  revoked: { fr: 'Clé révoquée', en: 'Key revoked' },
  revokeFailed: { fr: 'La clé n’a pas été révoquée', en: 'The key was not revoked' },
});
