import { defineTexts } from '@parlance/contract/i18n';

export const messages = defineTexts({
  tooManyAtOnce: {
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
});
