import { dateWriter } from '@parlance/contract/display/dates';
import { numberWriter } from '@parlance/contract/display/numbers';
import { defineTexts, type Language } from '@parlance/contract/i18n';

const french = numberWriter('fr');
const english = numberWriter('en');

const dayIn = (language: Language) =>
  dateWriter(language, { day: 'numeric', month: 'long', timeZone: 'UTC' });
const frenchDay = dayIn('fr');
const englishDay = dayIn('en');

export const messages = defineTexts({
  originalLeaves: {
    fr: (at: Date) => `L’original est gardé jusqu’au ${frenchDay(at)}.`,
    en: (at: Date) => `The original is kept until ${englishDay(at)}.`,
  },
  originalLeft: {
    fr: (days: number) =>
      `L’original a été supprimé après ${days} jours\u00a0: envoyez-le de nouveau pour le faire lire.`,
    en: (days: number) => `The original was removed after ${days} days: upload it again to have it read.`,
  },
  copyFailed: {
    fr: 'Certaines sources n’ont pas pu être copiées. Supprimez cette copie et dupliquez à nouveau le chatbot.',
    en: 'Some sources could not be copied. Delete this copy and duplicate the chatbot again.',
  },
  originalGone: {
    fr: 'L’original a été supprimé pendant la copie\u00a0: vérifiez les sources de ce chatbot.',
    en: 'The original was deleted while it was being copied: check this chatbot’s sources.',
  },
  unreadPages: {
    fr: (pages: number) =>
      pages === 1
        ? 'Une page n’avait pas encore été lue dans l’original\u00a0: elle n’est pas copiée. Ajoutez-la ici si vous en avez besoin.'
        : `${french(pages)} pages n’avaient pas encore été lues dans l’original\u00a0: elles ne sont pas copiées. Ajoutez-les ici si vous en avez besoin.`,
    en: (pages: number) =>
      pages === 1
        ? 'One page had not been read yet in the original: it was not copied. Add it here if you need it.'
        : `${english(pages)} pages had not been read yet in the original: they were not copied. Add them here if you need them.`,
  },
  tooManyFiles: {
    fr: 'Vingt fichiers au plus à la fois : déposez celui-ci ensuite.',
    en: 'At most twenty files at a time: upload this one afterwards.',
  },
  pagesWithoutText: {
    fr: (pages: string, isOne: boolean) =>
      isOne
        ? `Aucun texte trouvé à la page ${pages} : aucune réponse ne s’appuie dessus.`
        : `Aucun texte trouvé aux pages ${pages} : aucune réponse ne s’appuie dessus.`,
    en: (pages: string, isOne: boolean) =>
      `No text found on ${isOne ? 'page' : 'pages'} ${pages}: no answer draws on ${isOne ? 'it' : 'them'}.`,
  },
  pagesRecognised: {
    fr: (pages: string, isOne: boolean) =>
      isOne
        ? `La page ${pages} est une image : son texte a été reconnu, relisez-le.`
        : `Les pages ${pages} sont des images : leur texte a été reconnu, relisez-le.`,
    en: (pages: string, isOne: boolean) =>
      isOne
        ? `Page ${pages} is a picture: its text was recognised, check it.`
        : `Pages ${pages} are pictures: their text was recognised, check it.`,
  },
  pagesNotRecognised: {
    fr: (pages: string, isOne: boolean) =>
      isOne
        ? `La page ${pages} est une image qui n’a pas été lue, faute de temps : déposez-la dans un autre fichier.`
        : `Les pages ${pages} sont des images qui n’ont pas été lues, faute de temps : déposez-les dans un autre fichier.`,
    en: (pages: string, isOne: boolean) =>
      isOne
        ? `Page ${pages} is a picture that was not read for lack of time: upload it in another file.`
        : `Pages ${pages} are pictures that were not read for lack of time: upload them in another file.`,
  },
  vectorsMissing: {
    fr: 'Le modèle de recherche par le sens ne répond pas : cette source est trouvée par ses mots seulement. Un nouvel essai a lieu chaque heure.',
    en: 'The model for search by meaning doesn’t answer: this source is found by its words only. It is tried again every hour.',
  },
  hiddenSheets: {
    fr: (sheets: string[], more: string) =>
      `${sheets.length > 1 ? 'Feuilles masquées, laissées' : 'Feuille masquée, laissée'} de côté : ${sheets.map((name) => `« ${name} »`).join(', ')}${more}.`,
    en: (sheets: string[], more: string) =>
      `Hidden ${sheets.length > 1 ? 'sheets' : 'sheet'} left out: ${sheets.map((name) => `“${name}”`).join(', ')}${more}.`,
  },
  crawlerRule: {
    fr: (status: number) =>
      `Le site a répondu ${status}. Règle à autoriser\u00a0: agent utilisateur «\u00a0ParlanceBot\u00a0».`,
    en: (status: number) => `The site answered ${status}. Rule to allow: user agent “ParlanceBot”.`,
  },
  documentHolds: {
    fr: (what: string) => `Il contient ${what}.`,
    en: (what: string) => `It contains ${what}.`,
  },
  tooMuchMemory: {
    fr: 'Sa lecture demande plus de 512 Mo de mémoire.',
    en: 'Reading it takes more than 512 MB of memory.',
  },
  noTextOn: {
    fr: (pages: string, isOne: boolean) => `Aucun texte ${isOne ? 'à la page' : 'aux pages'} ${pages}.`,
    en: (pages: string, isOne: boolean) => `No text on page${isOne ? '' : 's'} ${pages}.`,
  },
  pageNotRead: { fr: 'La page n’a pas pu être lue.', en: 'The page could not be read.' },
  checkAddress: { fr: 'Vérifiez l’adresse, puis relancez.', en: 'Check the address and retry.' },
  siteRefuses: {
    fr: (status: number) => `Le site refuse notre robot (${status}). Autorisez-le, puis relancez.`,
    en: (status: number) => `The site blocks our crawler (${status}). Allow it, then retry.`,
  },
  siteKnowsNoPage: {
    fr: (status: number) => `Le site ne connaît pas cette adresse (${status}). Vérifiez-la, puis relancez.`,
    en: (status: number) => `The site doesn’t know this address (${status}). Check it and retry.`,
  },
  siteFails: {
    fr: (status: number) => `Le site est en difficulté (${status}). Relancez plus tard.`,
    en: (status: number) => `The site has trouble (${status}). Retry later.`,
  },
  siteAnswers: {
    fr: (status: number) => `Le site a répondu ${status}. Vérifiez l’adresse, puis relancez.`,
    en: (status: number) => `The site answered ${status}. Check the address and retry.`,
  },
  endlessRedirects: {
    fr: 'Le site renvoie d’une adresse à l’autre sans fin. Ouvrez la page dans un navigateur et indiquez l’adresse où elle mène.',
    en: 'The site sends from one address to another without end. Open the page in a browser and enter the address it leads to.',
  },
  siteTooSlow: {
    fr: 'Le site n’a pas répondu à temps. Relancez plus tard.',
    en: 'The site did not answer in time. Retry later.',
  },
  siteInsecure: {
    fr: 'La connexion au site n’est pas sûre\u00a0: son certificat est à renouveler.',
    en: 'The connection to the site is not secure: its certificate needs to be renewed.',
  },
  siteUnreachable: {
    fr: 'Le site est injoignable. Vérifiez l’adresse, ou relancez plus tard.',
    en: 'The site can’t be reached. Check the address, or retry later.',
  },
  siteUnclear: {
    fr: 'La réponse du site est incompréhensible. Relancez plus tard.',
    en: 'The site’s answer makes no sense. Retry later.',
  },
  pageTooLarge: { fr: 'La page dépasse 10\u00a0Mo.', en: 'The page is over 10 MB.' },
  tooManyUrls: {
    fr: 'Ce chatbot a déjà 10\u202f000 pages ajoutées une à une\u00a0: supprimez-en une, ou suivez leur sitemap.',
    en: 'This chatbot already has 10,000 pages added one by one: delete one, or follow their sitemap.',
  },
  tooManyCrawls: {
    fr: (most: number) =>
      `Ce chatbot suit déjà ${most} sitemaps et sites\u00a0: supprimez-en un pour ajouter celui-ci.`,
    en: (most: number) =>
      `This chatbot already follows ${most} sitemaps and sites: delete one to add this one.`,
  },
  sitemapTooLarge: { fr: 'Le sitemap dépasse 50\u00a0Mo.', en: 'The sitemap is over 50 MB.' },
  quotaReachedAt: {
    fr: (url: string) => `Première page non lue\u00a0: ${url}`,
    en: (url: string) => `First page left out: ${url}`,
  },
  keptAfterRefusal: {
    fr: (why: string) => `La dernière lecture a échoué, le contenu précédent reste utilisé. ${why}`,
    en: (why: string) => `The last reading failed; the earlier content stays in use. ${why}`,
  },
  keptAfterLoss: {
    fr: (now: number, before: number) =>
      `La dernière lecture n’a trouvé ${now > 1 ? `que ${french(now)} passages` : 'qu’un passage'} sur ${french(before)}\u00a0: le contenu précédent reste utilisé.`,
    en: (now: number, before: number) =>
      `The last reading found only ${english(now)} of ${english(before)} passages: the earlier content stays in use.`,
  },
  missingFromSitemap: {
    fr: 'Le sitemap ne cite plus cette page. Elle sera retirée à la prochaine lecture, sauf si vous la gardez.',
    en: 'The sitemap no longer names this page. It will be removed at the next reading unless you keep it.',
  },
  // Why a page of a crawl was left out.
  sameAs: {
    fr: (url: string) => `La même page que ${url}`,
    en: (url: string) => `The same page as ${url}`,
  },
  otherSite: {
    fr: 'Cette adresse est celle d’un autre site que le sitemap.',
    en: 'This address belongs to another site than the sitemap.',
  },
  beyondLimit: {
    fr: (pages: number) => `Au-delà de la limite de ${french(pages)} ${pages > 1 ? 'pages' : 'page'}.`,
    en: (pages: number) => `Beyond the limit of ${english(pages)} ${pages === 1 ? 'page' : 'pages'}.`,
  },
  alreadyASource: {
    fr: 'Cette page est déjà une source de ce chatbot.',
    en: 'This page is already a source of this chatbot.',
  },
  deletedByHand: { fr: 'Vous avez supprimé cette page.', en: 'You have deleted this page.' },
  noLongerNamed: {
    fr: 'Le sitemap ne cite plus cette page\u00a0: elle a été retirée.',
    en: 'The sitemap no longer names this page: it was removed.',
  },
  csvHeader: { fr: 'Adresse,État,Motif,Code', en: 'Address,Status,Reason,Status code' },
  waiting: { fr: 'en attente', en: 'waiting' },
  read: { fr: 'lue', en: 'read' },
  skipped: { fr: 'laissée de côté', en: 'left out' },
  failed: { fr: 'en erreur', en: 'failed' },
});
