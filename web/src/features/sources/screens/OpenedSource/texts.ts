import { defineTexts } from '@parlance/contract/i18n';

/** Texts of an opened source: its passages beside the original. */
export const openedTexts = defineTexts({
  back: { fr: 'Toutes les sources', en: 'All sources' },
  absentTitle: { fr: 'Source introuvable', en: 'Source not found' },
  absent: {
    fr: 'Elle a été supprimée, ou son adresse n’est pas la bonne.',
    en: 'It was deleted, or its address is not the right one.',
  },
  failed: { fr: 'La source n’a pas pu être chargée.', en: 'The source could not be loaded.' },
  parts: { fr: 'Passages et original', en: 'Passages and original' },
  passages: { fr: 'Passages', en: 'Passages' },
  original: { fr: 'Original', en: 'Original' },
  read: { fr: 'Texte lu', en: 'Text as read' },
  summary: {
    fr: (passages: string, count: number, tokens: string, cost: number) =>
      `${passages} ${count > 1 ? 'passages' : 'passage'}, ${tokens} ${cost > 1 ? 'jetons' : 'jeton'}`,
    en: (passages: string, count: number, tokens: string, cost: number) =>
      `${passages} ${count === 1 ? 'passage' : 'passages'}, ${tokens} ${cost === 1 ? 'token' : 'tokens'}`,
  },
  added: {
    fr: (date: string) => `ajoutée le ${date}`,
    en: (date: string) => `added on ${date}`,
  },
  synced: {
    fr: (ago: string) => `synchronisée ${ago}`,
    en: (ago: string) => `synced ${ago}`,
  },
  search: { fr: 'Chercher dans les passages', en: 'Search passages' },
  clearSearch: { fr: 'Effacer la recherche', en: 'Clear search' },
  noHit: {
    fr: (search: string) => `Aucun passage ne contient « ${search} ».`,
    en: (search: string) => `No passage contains “${search}”.`,
  },
  hits: {
    fr: (count: number, more: boolean) =>
      more
        ? `Plus de ${count} passages trouvés`
        : count > 1
          ? `${count} passages trouvés`
          : 'Un passage trouvé',
    en: (count: number, more: boolean) =>
      more
        ? `More than ${count} passages found`
        : count > 1
          ? `${count} passages found`
          : 'One passage found',
  },
  empty: {
    fr: 'Aucun texte n’a été lu dans cette source.',
    en: 'No text was read from this source.',
  },
  reading: {
    fr: 'La lecture est en cours. Les passages apparaîtront ici dès qu’elle sera finie.',
    en: 'It is being read. Its passages will appear here as soon as that is done.',
  },
  waiting: {
    fr: 'Cette source attend son tour. Ses passages apparaîtront ici une fois lus.',
    en: 'This source waits for its turn. Its passages will appear here once they are read.',
  },
  earlier: {
    fr: 'Voici ce que la lecture précédente avait trouvé.',
    en: 'This is what the earlier reading found.',
  },
  passage: { fr: 'Passage', en: 'Passage' },
  tokens: {
    fr: (count: string, many: boolean) => (many ? `${count} jetons` : `${count} jeton`),
    en: (count: string, many: boolean) => (many ? `${count} tokens` : `${count} token`),
  },
  answers: { fr: 'Sert aux réponses', en: 'Used in answers' },
  excluded: { fr: 'Exclu des réponses', en: 'Left out of answers' },
  excludeFailed: { fr: 'Le passage n’a pas pu être modifié.', en: 'The passage could not be changed.' },
  fromHere: { fr: 'La liste commence au passage choisi.', en: 'The list begins at the chosen passage.' },
  fromStart: { fr: 'Afficher depuis le début', en: 'Show from the start' },
  passageGone: {
    fr: 'Ce passage n’existe plus : la source a été relue depuis.',
    en: 'This passage is gone: the source was read again since.',
  },
  download: { fr: 'Télécharger l’original', en: 'Download the original' },
  downloadFailed: { fr: 'Le fichier n’a pas pu être téléchargé.', en: 'The file could not be downloaded.' },
  openPage: { fr: 'Ouvrir la page', en: 'Open the page' },
  openPageThere: { fr: 'Ouvrir la page à ce passage', en: 'Open the page at this passage' },
  newTab: { fr: '(nouvel onglet)', en: '(new tab)' },
  originalFailed: { fr: 'L’original n’a pas pu être chargé.', en: 'The original could not be loaded.' },
  viewer: { fr: (name: string) => `Original de ${name}`, en: (name: string) => `Original of ${name}` },
  noViewer: {
    fr: 'Ce navigateur n’affiche pas les PDF dans une page. Téléchargez l’original, ou lisez ci-dessous le texte tel que le chatbot l’a lu.',
    en: 'This browser shows no PDF inside a page. Download the original, or read below the text as the chatbot has read it.',
  },
  damaged: {
    fr: 'L’original est endommagé et ne peut pas être affiché. Téléchargez-le pour l’ouvrir et l’enregistrer de nouveau.',
    en: 'The original is damaged and cannot be shown. Download it to open it and save it again.',
  },
  notShown: {
    fr: 'Ce format ne s’affiche pas dans le navigateur.',
    en: 'Browsers don’t show this format.',
  },
  pageNotShown: { fr: 'La page vit sur son site.', en: 'The page lives on its site.' },
  asRead: {
    fr: 'Voici son texte, tel que le chatbot l’a lu.',
    en: 'Here is its text, as the chatbot has read it.',
  },
  notLocated: {
    fr: 'Ce passage n’a pas pu être situé dans l’original : sa mise en page a été refaite à la lecture.',
    en: 'This passage could not be located in the original: its layout was redone when it was read.',
  },
  cut: {
    fr: 'Extrait de l’original. Téléchargez-le pour le lire en entier.',
    en: 'An excerpt of the original. Download it to read the whole.',
  },
});
