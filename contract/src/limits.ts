/** Figures of the specification (§5, §9) and of the security requirements; 1 MB = 1,048,576 bytes. */
const MB = 1_048_576;

export const limits = {
  chatbotName: { min: 3, max: 50 },
  channelName: { min: 1, max: 64 },
  passwordMin: 6,
  passwordMaxBytes: 1024,
  emailMax: 255,
  fileBytes: 50 * MB,
  imageBytes: 2 * MB,
  filesPerRequest: 20,
  /** A bound that is far away: what a chatbot holds is bounded by its plan's storage. */
  filesPerChatbot: 50_000,
  urlLength: 2048,
  urlsPerRequest: 50,
  /** Addresses added one by one; a crawl's pages are bounded by the crawl. */
  urlsPerChatbot: 10_000,
  pageBytes: 10 * MB,
  /** Bytes of one piece of a resumable upload. */
  uploadPieceBytes: 8 * MB,
  uploadPieces: 1000,
  /** Uploads of one account; beyond, the one that rested longest gives way. */
  openUploads: 100,
  pagesPerCrawl: 50_000,
  crawlsPerChatbot: 20,
  searchLimit: 50,
  visitorText: 4000,
  suggestions: { count: 10, length: 200 },
  systemMessage: 8000,
  welcomeMessage: 1000,
  imageSide: 4096,
  answerText: 4000,
  /**
   * Quoted answers that a chatbot gives in a day for which nobody is charged, where its tokens are used up: what some twenty
   * visitors ask of a small site in a day, and for a flood of them a second of our own work.
   */
  freeAnswersPerDay: 100,
  checksPerChatbot: 200,
  checkTexts: { count: 10, length: 200 },
  checkRunsKept: 20,
  /** Ids that fit into what a page may still send as it goes: 64 KiB in all. */
  sourcesPerCall: 1000,
  /** Days that an original that could not be read is kept. */
  unreadableFileDays: 7,
  /** Personal API keys of one account. */
  apiKeys: 20,
  pageSize: { min: 1, max: 100, default: 25 },
} as const;

/** Tokens of so many characters: 3.5 each, rounded up (specification §9). */
export const tokensOfLength = (characters: number): number => Math.ceil(characters / 3.5);

/**
 * Tokens of a text: 3.5 characters each, rounded up (specification §9). UTF-16 units, as JavaScript counts
 * them. Storage is charged by it; so are message tokens where a provider reports no usage.
 */
export const estimateTokens = (text: string) => tokensOfLength(text.length);

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Characters as a person counts them. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of graphemes.segment(text)) count++;
  return count;
}
