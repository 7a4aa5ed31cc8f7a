import { defineTexts } from '@parlance/contract/i18n';

export const texts = defineTexts({
  kinds: { fr: 'Ce que vous ajoutez', en: 'What you add' },
  pages: { fr: 'Pages', en: 'Pages' },
  sitemap: { fr: 'Sitemap', en: 'Sitemap' },
  crawl: { fr: 'Parcours', en: 'Crawl' },
  pagesHelp: {
    fr: 'Une adresse par ligne, autant que vous voulez.',
    en: 'One address per line, as many as you like.',
  },
  sitemapAddress: { fr: 'Adresse du sitemap XML', en: 'Address of the XML sitemap' },
  sitemapExample: { fr: 'https://www.exemple.fr/sitemap.xml', en: 'https://www.example.com/sitemap.xml' },
  sitemapHelp: {
    fr: 'Toutes les pages qu’il nomme sont lues, celles de ses sous-sitemaps aussi.',
    en: 'All pages that it names are read, those of its sub-sitemaps too.',
  },
  sitemapRequired: { fr: 'Indiquez l’adresse du sitemap.', en: 'Enter the address of the sitemap.' },
  sitemapInvalid: {
    fr: 'Indiquez l’adresse d’un sitemap XML, par exemple https://www.exemple.fr/sitemap.xml',
    en: 'Enter the address of an XML sitemap, for example https://www.example.com/sitemap.xml',
  },
  siteAddress: { fr: 'Adresse de départ', en: 'Start address' },
  siteExample: { fr: 'https://www.exemple.fr', en: 'https://www.example.com' },
  siteHelp: {
    fr: 'Nous suivons les liens de cette page vers les autres pages du même site.',
    en: 'We follow the links of this page to the other pages of the same site.',
  },
  siteRequired: { fr: 'Indiquez une adresse valable.', en: 'Enter a valid address.' },
  maxPages: { fr: 'Nombre de pages au plus', en: 'Page limit' },
  maxPagesHelp: {
    fr: 'Nous nous arrêtons à ce nombre. Les pages au-delà sont nommées dans le rapport, et ne coûtent rien.',
    en: 'We stop at this number. Pages beyond it are named in the report and cost nothing.',
  },
  sitemapPagesHelp: {
    fr: 'Sans nombre, toutes les pages qu’il nomme sont lues.',
    en: 'Without a number, all pages that it names are read.',
  },
  maxPagesInvalid: {
    fr: (max: string) => `Indiquez un nombre de 1 à ${max}.`,
    en: (max: string) => `Enter a number from 1 to ${max}.`,
  },
  estimate: { fr: 'Estimer le coût', en: 'Estimate the cost' },
  estimating: { fr: 'Nous comptons les pages…', en: 'Counting pages…' },
  estimatedPages: {
    fr: (count: number, pages: string, isWhole: boolean) =>
      `${isWhole ? '' : 'Environ '}${pages} page${count > 1 ? 's' : ''} :`,
    en: (count: number, pages: string, isWhole: boolean) =>
      `${isWhole ? '' : 'About '}${pages} page${count === 1 ? '' : 's'}:`,
  },
  estimatedCost: {
    fr: (tokens: string, perPage: string) =>
      `au plus ${tokens} jetons de stockage, ${perPage} par page d’après quelques-unes.`,
    en: (tokens: string, perPage: string) =>
      `${tokens} storage tokens at most, ${perPage} a page going by a few of them.`,
  },
  estimatedSite: {
    fr: (pages: string) => (pages === '1' ? 'Une page :' : `Jusqu’à ${pages} pages :`),
    en: (pages: string) => (pages === '1' ? 'One page:' : `Up to ${pages} pages:`),
  },
  estimatedUnknown: {
    fr: 'aucune n’a pu être lue pour estimer leur coût.',
    en: 'none could be read to estimate what they cost.',
  },
  estimatedTooMuch: {
    fr: (remaining: string) =>
      `Il vous en reste ${remaining} : la lecture s’arrêtera avant la fin, et le rapport nommera la première page laissée.`,
    en: (remaining: string) =>
      `You have ${remaining} left: reading will stop before the end, and the report will name the first page left out.`,
  },
  reading: { fr: 'Ce qui est lu', en: 'What is read' },
  ignoreHeader: { fr: 'Ignorer l’en-tête des pages', en: 'Ignore page headers' },
  ignoreFooter: { fr: 'Ignorer le pied des pages', en: 'Ignore page footers' },
  schedule: { fr: 'Synchronisation automatique', en: 'Automatic sync' },
  scheduleHelp: {
    fr: 'Seul ce qui a changé est relu et compté.',
    en: 'Only what has changed is read and counted.',
  },
  crawlBegun: {
    fr: 'Adresse ajoutée. Ses pages s’affichent dès qu’elles sont lues.',
    en: 'Address added. Its pages show as soon as they are read.',
  },
  noAddress: { fr: 'Ce n’est pas l’adresse d’une page.', en: 'This is not the address of a page.' },
  stillRefused: {
    fr: (count: number) =>
      count > 1 ? `${count} lignes refusées restent ci-dessus.` : 'Une ligne refusée reste ci-dessus.',
    en: (count: number) =>
      count > 1 ? `${count} refused lines remain above.` : 'One refused line remains above.',
  },
  addUrlsTitle: { fr: 'Ajouter des pages web', en: 'Add web pages' },
  addUrlsDescription: {
    fr: 'Chaque page devient une source que le chatbot lit et cite.',
    en: 'Each page becomes a source that the chatbot reads and cites.',
  },
  addresses: { fr: 'Adresses, une par ligne', en: 'Addresses, one per line' },
  addressesExample: { fr: 'https://www.exemple.fr/tarifs', en: 'https://www.example.com/prices' },
  addressRequired: { fr: 'Indiquez au moins une adresse valable.', en: 'Enter at least one valid address.' },
  add: { fr: 'Ajouter', en: 'Add' },
  added: {
    fr: (count: number) => (count > 1 ? `${count} pages ajoutées.` : 'Page ajoutée.'),
    en: (count: number) => (count > 1 ? `${count} pages added.` : 'Page added.'),
  },
});
