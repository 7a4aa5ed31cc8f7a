import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  visual: { fr: 'Visuel', en: 'Visual' },
  internal: { fr: 'Interne', en: 'Internal' },
  integration: { fr: 'Intégration', en: 'Integration' },
  tabs: { fr: 'Réglages du chatbot', en: 'Chatbot settings' },
  seenOn: {
    fr: (host: string, ago: string) => `vu sur ${host} ${ago}`,
    en: (host: string, ago: string) => `seen on ${host} ${ago}`,
  },
  openSources: { fr: 'Sources de données', en: 'Data sources' },
  openTest: { fr: 'Ouvrir la page de test', en: 'Open the test page' },
  undo: { fr: 'Annuler la dernière modification', en: 'Undo the last change' },
  redo: { fr: 'Rétablir la modification', en: 'Redo the change' },

  unsaved: { fr: 'Modifications non enregistrées', en: 'Unsaved changes' },
  changes: {
    fr: (count: string, many: boolean) => `${count} modification${many ? 's' : ''}`,
    en: (count: string, many: boolean) => `${count} change${many ? 's' : ''}`,
  },
  discard: { fr: 'Abandonner', en: 'Discard' },
  discarded: { fr: 'Modifications abandonnées.', en: 'Changes discarded.' },
  save: { fr: 'Enregistrer', en: 'Save' },
  saved: { fr: 'Modifications enregistrées.', en: 'Changes saved.' },
  saveFailed: {
    fr: 'Vos modifications n’ont pas pu être enregistrées. Elles restent ici.',
    en: 'Your changes could not be saved. They stay here.',
  },
  toMend: {
    fr: 'Corrigez les champs signalés, puis enregistrez.',
    en: 'Mend the fields marked below, then save.',
  },
  tooLong: { fr: 'Ce texte est trop long.', en: 'This text is too long.' },
  invalid: { fr: 'Cette valeur n’est pas valable.', en: 'This value is not valid.' },
  notAColour: {
    fr: 'Indiquez une couleur comme #016B50.',
    en: 'Enter a colour such as #016B50.',
  },

  leaveTitle: { fr: 'Quitter sans enregistrer ?', en: 'Leave without saving?' },
  leaveText: {
    fr: 'Vos modifications du chatbot ne sont pas enregistrées.',
    en: 'Your changes to the chatbot are not saved.',
  },
  leave: { fr: 'Quitter', en: 'Leave' },
  stay: { fr: 'Rester ici', en: 'Stay here' },
  saveAndLeave: { fr: 'Enregistrer et quitter', en: 'Save and leave' },

  alsoChanged: {
    fr: (fields: string) => `Modifié aussi ailleurs et repris ici : ${fields}.`,
    en: (fields: string) => `Also changed elsewhere and taken in here: ${fields}.`,
  },
  bothTitle: {
    fr: 'Ce chatbot a été modifié ailleurs pendant que vous y travailliez.',
    en: 'This chatbot was changed elsewhere while you worked on it.',
  },
  bothText: {
    fr: 'Choisissez, pour chaque champ, ce qui sera enregistré.',
    en: 'Choose what is to be saved for each field.',
  },
  mine: { fr: 'Votre version', en: 'Your version' },
  theirs: { fr: 'L’autre version', en: 'The other version' },
  keepMine: { fr: 'Garder la mienne', en: 'Keep mine' },
  takeTheirs: { fr: 'Prendre l’autre', en: 'Take theirs' },
  empty: { fr: '(vide)', en: '(empty)' },
  yes: { fr: 'oui', en: 'yes' },
  no: { fr: 'non', en: 'no' },
});

/** The name of each field where somebody has to choose between two versions of it. */
export const fieldTexts = defineTexts({
  name: { fr: 'Nom', en: 'Name' },
  systemMessage: { fr: 'Message système', en: 'System message' },
  welcomeMessage: { fr: 'Message d’accueil', en: 'Welcome message' },
  suggestions: { fr: 'Questions suggérées', en: 'Suggested questions' },
  contact: { fr: 'Contact', en: 'Contact' },
  privacyUrl: { fr: 'Page de confidentialité', en: 'Privacy page' },
  language: { fr: 'Langue', en: 'Language' },
  timeZone: { fr: 'Fuseau horaire', en: 'Time zone' },
  tone: { fr: 'Ton', en: 'Tone' },
  answerLength: { fr: 'Longueur des réponses', en: 'Answer length' },
  whenUnknown: { fr: 'Quand il ne sait pas', en: 'When it doesn’t know' },
  model: { fr: 'Modèle de langage', en: 'Language model' },
  temperature: { fr: 'Température', en: 'Temperature' },
  allowedDomains: { fr: 'Domaines autorisés', en: 'Allowed domains' },
  allowApps: { fr: 'Applications', en: 'Apps' },
  retentionDays: { fr: 'Conservation', en: 'Retention' },
  dailyTokens: { fr: 'Jetons par jour', en: 'Tokens a day' },
  monthlyTokens: { fr: 'Jetons par mois', en: 'Tokens a month' },
  'appearance.primaryColor': { fr: 'Couleur principale', en: 'Primary colour' },
  'appearance.secondaryColor': { fr: 'Couleur secondaire', en: 'Secondary colour' },
  'appearance.inputBorderColor': { fr: 'Bord du champ', en: 'Input border' },
  'appearance.launcherColor': { fr: 'Couleur du lanceur', en: 'Launcher colour' },
  'appearance.position': { fr: 'Position', en: 'Position' },
  'appearance.size': { fr: 'Taille', en: 'Size' },
  'appearance.corners': { fr: 'Coins', en: 'Corners' },
  'appearance.theme': { fr: 'Thème', en: 'Theme' },
  'appearance.title': { fr: 'Titre', en: 'Title' },
  'appearance.placeholder': { fr: 'Texte du champ', en: 'Field text' },
  'appearance.zIndex': { fr: 'Plan (z-index)', en: 'Layer (z-index)' },
});
