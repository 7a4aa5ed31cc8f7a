import { defineTexts } from '@parlance/contract/i18n';

// The plural of figures as they are written; French has nothing in the singular.
const some = (figure: string) => (figure === '0' || figure === '1' ? '' : 's');
const many = (figure: string) => (figure === '1' ? '' : 's');

export const estimateTexts = defineTexts({
  title: { fr: 'Estimer votre consommation', en: 'Estimate your usage' },
  visitors: { fr: 'Visiteurs qui écrivent, par mois', en: 'Visitors who write, a month' },
  messages: { fr: 'Messages de chacun', en: 'Messages each' },
  visitorsWrong: {
    fr: 'Un nombre entier, de 0 à 10 000 000.',
    en: 'A whole number from 0 to 10,000,000.',
  },
  messagesWrong: { fr: 'Un nombre entier, de 1 à 100.', en: 'A whole number from 1 to 100.' },
  answerLength: { fr: 'Longueur des réponses', en: 'Length of the answers' },
  characters: { fr: (count: number) => `${count} caractères`, en: (count: number) => `${count} characters` },
  short: { fr: 'Courtes', en: 'Short' },
  medium: { fr: 'Moyennes', en: 'Medium' },
  long: { fr: 'Longues', en: 'Long' },

  incomplete: {
    fr: 'Indiquez vos visiteurs et leurs messages : l’estimation s’écrit ici.',
    en: 'Give your visitors and their messages: the estimate is written here.',
  },
  sentence: {
    fr: (visitors: string, messages: string, exchanges: string, low: string, high: string) =>
      `${visitors} à ${messages} : ${exchanges} par mois, soit entre ${low} et ${high} jetons de message.`,
    en: (visitors: string, messages: string, exchanges: string, low: string, high: string) =>
      `${visitors} with ${messages} each: ${exchanges} a month, which is between ${low} and ${high} message tokens.`,
  },
  sentenceExact: {
    fr: (visitors: string, messages: string, exchanges: string, tokens: string) =>
      `${visitors} à ${messages} : ${exchanges} par mois, soit environ ${tokens} jetons de message.`,
    en: (visitors: string, messages: string, exchanges: string, tokens: string) =>
      `${visitors} with ${messages} each: ${exchanges} a month, which is about ${tokens} message tokens.`,
  },
  visitorCount: {
    fr: (figure: string, count: number) => `${figure} visiteur${count > 1 ? 's' : ''}`,
    en: (figure: string, count: number) => `${figure} visitor${count === 1 ? '' : 's'}`,
  },
  messageCount: {
    fr: (figure: string, count: number) => `${figure} message${count > 1 ? 's' : ''} chacun`,
    en: (figure: string, count: number) => `${figure} message${count === 1 ? '' : 's'}`,
  },
  exchangeCount: {
    fr: (figure: string, count: number) => `${figure} échange${count > 1 ? 's' : ''}`,
    en: (figure: string, count: number) => `${figure} exchange${count === 1 ? '' : 's'}`,
  },
  enough: {
    fr: (plan: string) => `L’offre la moins chère qui suffit dans tous les cas : ${plan}.`,
    en: (plan: string) => `The cheapest plan that is enough in any case: ${plan}.`,
  },
  enoughOnRequest: {
    fr: (plan: string) => `Aucune offre à prix fixe ne suffit à coup sûr : il faut ${plan}, sur demande.`,
    en: (plan: string) => `No plan with a set price is sure to be enough: it takes ${plan}, on request.`,
  },
  enoughCurrent: {
    fr: (plan: string) => `Votre offre ${plan} est la moins chère qui suffit dans tous les cas.`,
    en: (plan: string) => `Your ${plan} plan is the cheapest that is enough in any case.`,
  },
  perhapsEnough: {
    fr: (plan: string) => `${plan} suffit aussi si les échanges restent courts.`,
    en: (plan: string) => `${plan} is enough too, as long as exchanges stay short.`,
  },
  none: {
    fr: 'Aucune offre ne suffit à coup sûr. Écrivez-nous.',
    en: 'No plan is sure to be enough. Write to us.',
  },
  seePlan: { fr: (plan: string) => `Voir ${plan}`, en: (plan: string) => `See ${plan}` },
  onlyMessages: {
    fr: 'Ce calcul ne porte que sur les messages : le stockage, les fichiers et le nombre de chatbots comptent à part.',
    en: 'This counts messages only: storage, files, and the number of chatbots count separately.',
  },

  how: { fr: 'Comment nous comptons', en: 'How we count' },
  howExchanges: {
    fr: (visitors: string, messages: string, exchanges: string) =>
      `${visitors} visiteur${some(visitors)} × ${messages} message${some(messages)} = ${exchanges} échange${some(exchanges)}`,
    en: (visitors: string, messages: string, exchanges: string) =>
      `${visitors} visitor${many(visitors)} × ${messages} message${many(messages)} = ${exchanges} exchange${many(exchanges)}`,
  },
  howAnswer: {
    fr: (characters: number, tokens: string) =>
      `Une réponse de ${characters} caractères ÷ 3,5 = ${tokens} jetons, arrondis au-dessus`,
    en: (characters: number, tokens: string) =>
      `An answer of ${characters} characters ÷ 3.5 = ${tokens} tokens, rounded up`,
  },
  howExchange: {
    fr: (low: string, high: string) =>
      `Un échange complet, avec les consignes, les passages lus, ce qui précède et la question : de ${low} à ${high} jetons, réponse comprise`,
    en: (low: string, high: string) =>
      `A full exchange, with the instructions, the passages read, what came before, and the question: ${low} to ${high} tokens, answer included`,
  },
  howQuestion: {
    fr: (characters: number, tokens: string) =>
      `Une question d’environ ${characters} caractères ÷ 3,5 = ${tokens} jetons`,
    en: (characters: number, tokens: string) =>
      `A question of about ${characters} characters ÷ 3.5 = ${tokens} tokens`,
  },
  howQuoted: {
    fr: (tokens: string) =>
      `Ici les réponses citent vos sources : un échange coûte ses propres mots, environ ${tokens} jetons, et les passages lus ne coûtent rien`,
    en: (tokens: string) =>
      `Here answers quote your sources: an exchange costs its own words, about ${tokens} tokens, and the passages read cost nothing`,
  },
  howMonth: {
    fr: (exchanges: string, low: string, high: string, lowTotal: string, highTotal: string) =>
      `${exchanges} échange${some(exchanges)} × ${low} = ${lowTotal} jetons au moins, × ${high} = ${highTotal} au plus`,
    en: (exchanges: string, low: string, high: string, lowTotal: string, highTotal: string) =>
      `${exchanges} exchange${many(exchanges)} × ${low} = ${lowTotal} tokens at least, × ${high} = ${highTotal} at most`,
  },
  howMonthExact: {
    fr: (exchanges: string, tokens: string, total: string) =>
      `${exchanges} échange${some(exchanges)} × ${tokens} jetons = ${total} jetons`,
    en: (exchanges: string, tokens: string, total: string) =>
      `${exchanges} exchange${many(exchanges)} × ${tokens} tokens = ${total} tokens`,
  },

  tokensTitle: { fr: 'Les jetons, simplement', en: 'Tokens, in plain words' },
  token: { fr: 'Un jeton', en: 'A token' },
  tokenText: {
    fr: 'C’est un morceau de texte d’environ 3,5 caractères. Les modèles lisent et écrivent en jetons, et c’est ainsi que tout est compté ici.',
    en: 'It is a piece of text of about 3.5 characters. Models read and write in tokens, and everything here is counted that way.',
  },
  messageTokens: { fr: 'Les jetons de message', en: 'Message tokens' },
  messageTokensText: {
    fr: 'Ils paient les échanges avec vos visiteurs et vos propres essais. Ils se renouvellent chaque mois, au jour de votre compte. Une question refusée ne coûte rien.',
    en: 'They pay for exchanges with your visitors and for your own tests. They renew every month, on your account’s day. A refused question costs nothing.',
  },
  storageTokens: { fr: 'Les jetons de stockage', en: 'Storage tokens' },
  storageTokensText: {
    fr: 'Ils paient la lecture de vos sources, une seule fois. Un contenu inchangé n’est jamais compté deux fois ; un contenu supprimé ne les rend pas.',
    en: 'They pay for reading your sources, once. Unchanged content is never charged twice; deleted content does not give them back.',
  },
  counter: { fr: 'Comptez un texte', en: 'Count a text' },
  counterPlaceholder: { fr: 'Collez un texte ici', en: 'Paste a text here' },
  counterHelp: {
    fr: 'Le texte reste dans votre navigateur : il n’est ni envoyé ni gardé.',
    en: 'The text stays in your browser: it is neither sent nor kept.',
  },
  counted: {
    fr: (tokens: string, count: number, characters: string) =>
      `${tokens} jeton${count > 1 ? 's' : ''} (${characters} caractère${some(characters)} ÷ 3,5)`,
    en: (tokens: string, count: number, characters: string) =>
      `${tokens} token${count === 1 ? '' : 's'} (${characters} character${many(characters)} ÷ 3.5)`,
  },
  countedMax: {
    fr: (max: string) => `Seuls les ${max} premiers caractères sont gardés.`,
    en: (max: string) => `Only the first ${max} characters are kept.`,
  },
});
