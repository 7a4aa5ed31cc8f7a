import { defineTexts } from '@parlance/contract/i18n';

export const exportTexts = defineTexts({
  exports: { fr: 'Exporter mes données', en: 'Export my data' },
  lead: {
    fr: 'Une archive zip de votre compte, de vos chatbots, de leurs sources avec les fichiers d’origine et de leurs conversations. Elle est prête sous 24\u00a0heures\u00a0: un email vous prévient, et vous avez sept jours pour la télécharger.',
    en: 'A zip archive of your account, your chatbots, their sources with the original files, and their conversations. It is ready within 24 hours: an email tells you, and you have seven days to download it.',
  },
  requested: { fr: 'Export demandé', en: 'Export requested' },
  requestedText: {
    fr: 'Vous recevrez un email dès que l’archive sera prête.',
    en: 'You will receive an email as soon as the archive is ready.',
  },
  notRequested: { fr: 'L’export n’a pas été demandé', en: 'The export was not requested' },
  notLoaded: {
    fr: 'Vos archives n’ont pas pu être chargées.',
    en: 'Your archives could not be loaded.',
  },
  none: { fr: 'Aucune archive pour l’instant.', en: 'No archive so far.' },
  list: { fr: 'Archives', en: 'Archives' },
  running: { fr: 'Votre archive se prépare', en: 'Your archive is being made' },
  waiting: { fr: 'En attente.', en: 'Waiting its turn.' },
  written: {
    fr: (share: string) => `Écrite à ${share}.`,
    en: (share: string) => `${share} written.`,
  },
  canLeave: {
    fr: 'Vous pouvez quitter cette page.',
    en: 'You can leave this page.',
  },
  stop: { fr: 'Arrêter', en: 'Stop' },
  ready: { fr: 'Votre archive est prête.', en: 'Your archive is ready.' },
  failed: { fr: 'Votre archive n’a pas pu être préparée.', en: 'Your archive could not be made.' },
  archiveOf: {
    fr: (at: string) => `Archive du ${at}`,
    en: (at: string) => `Archive of ${at}`,
  },
  goodUntil: {
    fr: (size: string, until: string) => `${size} · disponible jusqu’au ${until}`,
    en: (size: string, until: string) => `${size} · available until ${until}`,
  },
  download: { fr: 'Télécharger', en: 'Download' },
  downloadOf: {
    fr: (archive: string) => `Télécharger\u00a0: ${archive}`,
    en: (archive: string) => `Download: ${archive}`,
  },
  expired: { fr: 'Expirée', en: 'Expired' },
  expiredAt: {
    fr: (at: string) => `Supprimée de nos serveurs le ${at}.`,
    en: (at: string) => `Deleted from our servers on ${at}.`,
  },
  error: { fr: 'Échec', en: 'Failed' },
  errorText: {
    fr: 'Elle n’a pas pu être préparée. Vos données sont intactes.',
    en: 'It could not be made. Your data is as it was.',
  },
  again: { fr: 'En demander une autre', en: 'Ask for another' },
  deleteOf: {
    fr: (archive: string) => `Supprimer\u00a0: ${archive}`,
    en: (archive: string) => `Delete: ${archive}`,
  },
  deleteSure: { fr: 'Supprimer cette archive\u00a0?', en: 'Delete this archive?' },
  deleteText: {
    fr: 'Le lien reçu par email ne s’ouvrira plus. Vos données, elles, restent dans votre compte.',
    en: 'The link in the email will no longer open. Your data stays in your account.',
  },
  delete: { fr: 'Supprimer l’archive', en: 'Delete the archive' },
  notDeleted: { fr: 'L’archive n’a pas été supprimée', en: 'The archive was not deleted' },
});
