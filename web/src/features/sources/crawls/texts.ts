import { defineTexts } from '@parlance/contract/i18n';

const pagesFr = (count: number) => (count > 1 ? 'pages lues' : 'page lue');
const pagesEn = (count: number) => (count === 1 ? 'page read' : 'pages read');

export const texts = defineTexts({
  crawls: { fr: 'Sitemaps et sites parcourus', en: 'Sitemaps and crawled sites' },
  sitemap: { fr: 'Sitemap', en: 'Sitemap' },
  site: { fr: 'Site parcouru', en: 'Crawled site' },
  running: { fr: 'En cours', en: 'Running' },
  stopped: { fr: 'Arrêté', en: 'Stopped' },
  done: { fr: 'Terminé', en: 'Done' },
  error: { fr: 'Erreur', en: 'Error' },
  readOf: {
    fr: (read: string, found: string, count: number) => `${read} sur ${found} ${pagesFr(count)}`,
    en: (read: string, found: string, count: number) => `${read} of ${found} ${pagesEn(count)}`,
  },
  read: {
    fr: (read: string, count: number) => `${read} ${pagesFr(count)}`,
    en: (read: string, count: number) => `${read} ${pagesEn(count)}`,
  },
  skipped: {
    fr: (skipped: string, count: number) => `${skipped} ${count > 1 ? 'écartées' : 'écartée'}`,
    en: (skipped: string) => `${skipped} skipped`,
  },
  failed: {
    fr: (failed: string) => `${failed} en échec`,
    en: (failed: string) => `${failed} failed`,
  },
  eachDay: { fr: 'chaque jour', en: 'daily' },
  eachWeek: { fr: 'chaque semaine', en: 'weekly' },
  progress: { fr: (url: string) => `Lecture de ${url}`, en: (url: string) => `Reading ${url}` },
  stop: { fr: 'Arrêter', en: 'Stop' },
  resume: { fr: 'Reprendre', en: 'Resume' },
  again: { fr: 'Synchroniser', en: 'Sync now' },
  stopFailed: { fr: 'La lecture n’a pas pu être arrêtée.', en: 'The crawl could not be stopped.' },
  resumeFailed: { fr: 'La lecture n’a pas pu reprendre.', en: 'The crawl could not go on.' },
  showPages: { fr: 'Voir ses pages', en: 'Show its pages' },
  showAll: { fr: 'Voir toutes les pages', en: 'Show all pages' },
  pagesOf: { fr: (url: string) => `Pages de ${url}`, en: (url: string) => `Pages of ${url}` },
  deletedSitemap: { fr: 'Sitemap supprimé avec ses pages.', en: 'Sitemap deleted with its pages.' },
  deletedSite: { fr: 'Site parcouru supprimé avec ses pages.', en: 'Crawled site deleted with its pages.' },
  deleteFailed: { fr: 'La suppression a échoué.', en: 'It could not be deleted.' },
  loadFailed: {
    fr: 'Les sitemaps et les sites parcourus n’ont pas pu être chargés.',
    en: 'Sitemaps and crawled sites could not be loaded.',
  },
  report: { fr: 'Rapport de lecture', en: 'Crawl report' },
  deleteAll: { fr: 'Supprimer avec ses pages', en: 'Delete with its pages' },

  which: { fr: 'Pages du rapport', en: 'Pages of the report' },
  failedPages: { fr: 'En échec', en: 'Failed' },
  skippedPages: { fr: 'Écartées', en: 'Skipped' },
  toSource: { fr: 'Voir la source', en: 'See the source' },
  noneFailed: { fr: 'Aucune page n’a échoué.', en: 'No page failed.' },
  noneSkipped: { fr: 'Aucune page n’a été écartée.', en: 'No page was skipped.' },
  reportFailed: { fr: 'Le rapport n’a pas pu être chargé.', en: 'The report could not be loaded.' },
  downloadReport: { fr: 'Télécharger le rapport (CSV)', en: 'Download the report (CSV)' },
});
