import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  title: { fr: 'Déposer des fichiers', en: 'Upload files' },
  description: {
    fr: 'PDF, TXT, DOCX, XLSX, CSV, 50 Mo au plus chacun. Les jetons sont comptés une fois, à la lecture.',
    en: 'PDF, TXT, DOCX, XLSX, CSV, 50 MB each at most. Tokens are counted once, when the file is read.',
  },
  choose: { fr: 'Choisir des fichiers', en: 'Choose files' },
  orDrop: { fr: 'ou déposez-les ici', en: 'or drop them here' },
  dropHere: { fr: 'Lâchez pour ajouter', en: 'Release to add' },
  goesOn: {
    fr: 'Vous pouvez fermer cette fenêtre\u00a0: les envois continuent.',
    en: 'You can close this window: uploads go on.',
  },

  uploads: { fr: 'Envois', en: 'Uploads' },
  toSources: { fr: 'Voir les sources', en: 'See the sources' },
  waiting: { fr: 'En attente d’envoi', en: 'Waiting to upload' },
  interrupted: {
    fr: 'Connexion perdue\u00a0: l’envoi reprendra tout seul.',
    en: 'Connection lost: the upload will go on by itself.',
  },
  sent: { fr: 'Envoyé', en: 'Uploaded' },
  known: {
    fr: (name: string) => `Contenu déjà présent\u00a0: «\u00a0${name}\u00a0». Rien de plus n’est compté.`,
    en: (name: string) => `Content already there: “${name}”. Nothing more is charged.`,
  },
  sending: { fr: (name: string) => `Envoi de ${name}`, en: (name: string) => `Uploading ${name}` },
  bytes: {
    fr: (sent: string, size: string) => `${sent} sur ${size}`,
    en: (sent: string, size: string) => `${sent} of ${size}`,
  },
  underWay: {
    fr: (count: number, percent: string) =>
      `Envoi ${count > 1 ? `de ${count} fichiers` : 'd’un fichier'}\u00a0: ${percent}`,
    en: (count: number, percent: string) =>
      `Uploading ${count > 1 ? `${count} files` : 'one file'}: ${percent}`,
  },
  allSent: {
    fr: (count: number) => (count > 1 ? `${count} fichiers envoyés` : 'Fichier envoyé'),
    en: (count: number) => (count > 1 ? `${count} files uploaded` : 'File uploaded'),
  },
  someRefused: {
    fr: (count: number) => (count > 1 ? `${count} fichiers refusés` : 'Un fichier refusé'),
    en: (count: number) => (count > 1 ? `${count} files refused` : 'One file refused'),
  },
  cancel: {
    fr: (name: string) => `Annuler l’envoi de ${name}`,
    en: (name: string) => `Cancel the upload of ${name}`,
  },
  retry: {
    fr: (name: string) => `Réessayer d’envoyer ${name}`,
    en: (name: string) => `Retry uploading ${name}`,
  },
  dismiss: {
    fr: (name: string) => `Retirer ${name} de la liste`,
    en: (name: string) => `Remove ${name} from the list`,
  },
  clearList: { fr: 'Vider la liste', en: 'Clear the list' },

  quota: {
    fr: (tokens: string, count: number) =>
      count > 1 ? `Il reste ${tokens} jetons de stockage.` : `Il reste ${tokens} jeton de stockage.`,
    en: (tokens: string, count: number) =>
      count === 1 ? '1 storage token is left.' : `${tokens} storage tokens are left.`,
  },
  quotaNone: {
    fr: 'Il ne reste aucun jeton de stockage. Changez d’offre pour ajouter des sources.',
    en: 'No storage tokens are left. Upgrade your plan to add sources.',
  },
  quotaUnlimited: { fr: 'Jetons de stockage sans limite.', en: 'Storage tokens without limit.' },
  quotaChanged: {
    fr: (before: string, now: string) =>
      `Jetons de stockage restants\u00a0: ${before} avant, ${now} maintenant.`,
    en: (before: string, now: string) => `Storage tokens left: ${before} before, ${now} now.`,
  },

  tooLarge: {
    fr: 'Ce fichier dépasse 50\u00a0Mo. Divisez-le, puis réessayez.',
    en: 'This file is over 50 MB. Split it and try again.',
  },
  unsupported: {
    fr: 'Ce type de fichier n’est pas pris en charge. Déposez un PDF, TXT, DOCX, XLSX ou CSV.',
    en: 'This file type is not supported. Upload a PDF, TXT, DOCX, XLSX or CSV.',
  },
  empty: { fr: 'Ce fichier est vide.', en: 'This file is empty.' },
  unreadable: {
    fr: 'Ce fichier n’est plus lisible sur votre appareil. Choisissez-le de nouveau.',
    en: 'This file can no longer be read on your device. Choose it again.',
  },
  quotaReached: {
    fr: 'Il ne reste pas assez de jetons de stockage pour cette source. Changez d’offre pour l’ajouter.',
    en: 'Not enough storage tokens are left for this source. Upgrade your plan to add it.',
  },
});
