/** The textbook's constants (Robertson and Zaragoza 2009, §3.2): not fitted to any collection of ours. */
const k1 = 1.2;
const b = 0.75;
/**
 * Counted words in a passage of average length. A constant of the way that passages are cut (150–400 tokens, half of
 * their words counted), not of a chatbot: the weights of stored passages need no change when others are added.
 */
const averageLength = 80;

/** The passage's side of the sum: how much an occurrence says, less for each further one and in longer passages. */
export const termWeight = (frequency: number, length: number) =>
  (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * length) / averageLength));

/** The question's side of the sum: how rare the term is among a chatbot's passages. */
export const inverseFrequency = (passages: number, holding: number) =>
  Math.log(1 + (passages - holding + 0.5) / (holding + 0.5));

/** Passages about something else that each chatbot is taken to have beside its own. */
const smoothingPassages = 200;

/**
 * The share of a question's meaning that a word carries, for judging whether a passage speaks of it: rarity with a
 * background, as a share of that of a word that stands nowhere. A chatbot of three passages says nothing about which
 * words are common, and there all weigh nearly alike; one of a hundred thousand holds more by chance, and there a
 * common word says less.
 */
export const salience = (passages: number, holding: number) =>
  1 - Math.log(holding + 1) / Math.log(passages + smoothingPassages);

export const dimensions = 1_000_000_000;

export const sparseLiteral = (weights: Iterable<[number, number]>) =>
  `{${Array.from(weights, ([term, weight]) => `${term}:${Number(weight.toFixed(4))}`).join(',')}}/${dimensions}`;

/** The weights of a passage's terms, of which there are few different ones: most words stand there once. */
export function passageWeights(frequencies: ArrayLike<number>, length: number): Float32Array {
  const known: number[] = [];
  const weights = new Float32Array(frequencies.length);
  for (let at = 0; at < weights.length; at += 1) {
    const frequency = frequencies[at] as number;
    known[frequency] ??= termWeight(frequency, length);
    weights[at] = known[frequency];
  }
  return weights;
}

/** A chatbot's own numbers for its terms, so that one index over all chatbots reads no other's postings. */
export function createTermMixer(chatbotId: string): (term: number) => number {
  const hex = chatbotId.replaceAll('-', '');
  let salt = 0x811c9dc5;
  for (let i = 0; i < hex.length; i += 1) salt = Math.imul(salt ^ hex.charCodeAt(i), 0x01000193);
  return (term) => {
    // The finisher of MurmurHash3: neighbours in, strangers out.
    let mixed = (term ^ salt) >>> 0;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) | 0;
  };
}
