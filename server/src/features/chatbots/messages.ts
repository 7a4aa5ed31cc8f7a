import { defineTexts } from '@parlance/contract/i18n';

export const messages = defineTexts({
  copyOnWebsite: {
    fr: 'La copie est un chatbot de site web\u00a0: un compte de messagerie n’appartient qu’à un seul chatbot.',
    en: 'The copy is a website chatbot: a messaging account belongs to one chatbot only.',
  },
  unreachable: {
    fr: 'La page n’a pas pu être ouverte. Vérifiez l’adresse, et que le site est en ligne.',
    en: 'The page could not be opened. Check the address, and that the site is online.',
  },
  pageForbidden: {
    fr: (status: number) =>
      `Le site ne montre pas cette page à notre serveur (réponse ${status}). Ouvrez-la dans votre navigateur pour voir si l’assistant s’y affiche.`,
    en: (status: number) =>
      `The site doesn’t show this page to our server (answer ${status}). Open it in your browser to see whether the assistant appears.`,
  },
  pageAbsent: {
    fr: (status: number) => `Cette page n’existe pas (réponse ${status}). Vérifiez l’adresse.`,
    en: (status: number) => `This page doesn’t exist (answer ${status}). Check the address.`,
  },
  pageFailing: {
    fr: (status: number) => `Le site répond par une erreur (${status}). Réessayez plus tard.`,
    en: (status: number) => `The site answers with an error (${status}). Try again later.`,
  },
  notAPage: {
    fr: 'Cette adresse ne mène pas à une page web. Indiquez celle d’une page de votre site.',
    en: 'This address doesn’t lead to a web page. Enter that of a page of your site.',
  },
  snippetMissing: {
    fr: 'Le code d’intégration n’est pas dans cette page. Collez-le juste avant </body>, publiez la page, puis vérifiez à nouveau.',
    en: 'The snippet is not in this page. Paste it right before </body>, publish the page, then check again.',
  },
  snippetByTagManager: {
    fr: 'Le code d’intégration n’est pas dans le HTML de cette page, mais Google Tag Manager peut l’y ajouter. Ouvrez la page dans votre navigateur\u00a0: dès que l’assistant s’y charge, nous l’indiquons comme vu sur votre site.',
    en: 'The snippet is not in this page’s HTML, but Google Tag Manager may add it. Open the page in your browser: as soon as the assistant loads there, we show it as seen on your site.',
  },
  snippetIncomplete: {
    fr: 'L’attribut data-chatbot manque au code d’intégration, ou il n’est pas celui de ce chatbot. Copiez de nouveau le code entier.',
    en: 'The snippet’s data-chatbot attribute is missing, or not this chatbot’s. Copy the whole snippet again.',
  },
  otherChatbot: {
    fr: (name: string | undefined) =>
      `Cette page charge ${name === undefined ? 'un autre chatbot' : `un autre chatbot, «\u00a0${name}\u00a0»`}. Remplacez son code par celui de ce chatbot.`,
    en: (name: string | undefined) =>
      `This page loads another chatbot${name === undefined ? '' : `, “${name}”`}. Replace its snippet with this chatbot’s.`,
  },
  otherServer: {
    fr: (host: string) =>
      `Le code de cette page s’adresse à un autre serveur, ${host}. Copiez de nouveau celui de ce chatbot.`,
    en: (host: string) =>
      `The snippet on this page calls another server, ${host}. Copy this chatbot’s snippet again.`,
  },
  domainNotAllowed: {
    fr: (host: string) =>
      `${host} n’est pas un domaine autorisé. Ajoutez-le aux domaines autorisés de ce chatbot.`,
    en: (host: string) => `${host} is not an allowed domain. Add it to this chatbot’s allowed domains.`,
  },
  blockedByPolicy: {
    fr: (origin: string, directives: string) =>
      `La politique de sécurité du site (Content-Security-Policy) bloque l’assistant. Ajoutez ${origin} à ${directives}.`,
    en: (origin: string, directives: string) =>
      `The site’s security policy (Content-Security-Policy) blocks the assistant. Add ${origin} to ${directives}.`,
  },
  mixedContent: {
    fr: (origin: string) =>
      `La page est en https, mais son code appelle ${origin} sans chiffrement\u00a0: les navigateurs le bloquent. Copiez de nouveau le code de ce chatbot.`,
    en: (origin: string) =>
      `The page is on https, but its snippet calls ${origin} without encryption: browsers block it. Copy this chatbot’s snippet again.`,
  },
  loadedTwice: {
    fr: (times: number) => `Le code d’intégration est présent ${times} fois. Gardez-en un seul.`,
    en: (times: number) => `The snippet is there ${times} times. Keep only one.`,
  },
  paused: {
    fr: 'Ce chatbot est en pause\u00a0: les visiteurs lisent qu’il est momentanément indisponible. Réactivez-le pour qu’il réponde.',
    en: 'This chatbot is paused: visitors read that it is temporarily unavailable. Resume it so that it answers.',
  },
  inError: {
    fr: (error: string) => `Ce chatbot est en erreur et ne répond pas. ${error}`,
    en: (error: string) => `This chatbot is in error and doesn’t answer. ${error}`,
  },
});
