import { createContext, Script } from 'node:vm';
import { type AST, RegExpParser } from '@eslint-community/regexpp';

const length = 64 * 1024;
/**
 * Milliseconds for a long text, below which nobody waits. Quadratic work takes some 400 on a quick machine, seconds on a slow
 * one; linear work with a large factor may take as long, which is why its growth is asked, too.
 */
const maxMs = 120;
/** Milliseconds after which an expression that goes on is stopped. */
const limitMs = 1_500;
/** The growth of the time with a text four times as long: four times, if the work is linear. */
const maxGrowth = 8;
/**
 * What a quarter of a text takes at least when the whole takes `maxMs` and the work grows with the fourth power of the length
 * (120 / 4⁴): what takes less is not tried whole, which spares three quarters of the time.
 */
const minQuarterMs = 0.5;

const parser = new RegExpParser({ ecmaVersion: 2025 });
/** Letters of all kinds, of which some class or other is made. */
const ordinary = ['a', '0', ' ', '-', '.', 'A', '/', ',', '"', '(', 'é', '\n', '!', '~', '\u0300', '\u00a0'];

type Element = AST.Element;

class Attacks {
  readonly #flags: string;
  readonly #letters: string[];
  readonly #pumps = new Set<string>();
  readonly #fronts = new Set<string>(['']);

  constructor(
    pattern: AST.Pattern,
    flags: string,
    /** Letters that stand for a class which takes them: the expression's own ones, or others. */
    own: readonly string[],
  ) {
    this.#flags = flags;
    this.#letters = [...own, ...ordinary];
    this.#walk(pattern.alternatives, '');
    for (const letter of own) this.#pumps.add(letter);
  }

  /** What begins, what is repeated, and what ends each text; `textOf` makes it as long as wanted. */
  *list(): Generator<{ textOf: (size: number) => string }> {
    for (const pump of this.#pumps) {
      for (const front of this.#fronts) {
        for (const end of ['', '\u0001'])
          yield { textOf: (size) => front + pump.repeat(Math.ceil(size / pump.length)) + end };
      }
    }
  }

  /** A text that an element takes: the least of it, where it may be repeated. */
  #sample(element: Element): string {
    switch (element.type) {
      case 'Character':
        return String.fromCodePoint(element.value);
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass': {
        const one = new RegExp(`^${element.raw}$`, this.#flags.replace(/[gymd]/g, ''));
        return this.#letters.find((letter) => one.test(letter)) ?? '';
      }
      case 'Quantifier':
        return this.#sample(element.element).repeat(Math.min(element.min, 3));
      case 'Group':
      case 'CapturingGroup':
        return this.#joined(element.alternatives[0]?.elements ?? []);
      default:
        return '';
    }
  }

  #joined(elements: readonly Element[]): string {
    return elements.map((element) => this.#sample(element)).join('');
  }

  /** Each thing that is repeated is pumped, alone and with all that stands in front of it. */
  #walk(alternatives: readonly AST.Alternative[], front: string) {
    for (const { elements } of alternatives) {
      let before = front;
      for (const element of elements) {
        const repeated = element.type === 'Quantifier' ? element.element : element;
        if (element.type === 'Quantifier' && element.max > 1) {
          const once = this.#sample(repeated);
          this.#pumps.add(once);
          this.#pumps.add(before + once);
          this.#pumps.add(before);
          this.#fronts.add(before);
        }
        if ('alternatives' in repeated) {
          this.#walk(repeated.alternatives, before);
          if (element.type === 'Quantifier')
            for (const { elements } of repeated.alternatives) this.#pumps.add(this.#joined(elements));
        }
        before += this.#sample(element);
      }
      this.#pumps.add(before);
    }
    this.#pumps.delete('');
  }
}

/** The letters that an expression names. */
function lettersOf(pattern: AST.Pattern): string[] {
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one);
    else if (node && typeof node === 'object') {
      const { type, value } = node as { type?: string; value?: unknown };
      if (type === 'Character') found.add(String.fromCodePoint(value as number));
      for (const key of ['alternatives', 'elements', 'element', 'min', 'expression'] as const)
        walk((node as Record<string, unknown>)[key]);
    }
  };
  walk(pattern);
  return [...found].slice(0, 12);
}

/** The processor's time since the last call, in milliseconds. */
function startClock(): () => number {
  let last = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(last);
    last = process.cpuUsage();
    return (user + system) / 1000;
  };
}

const context = createContext({});
const run = new Script(`
  for (; times.length < texts.length; times.push(lap())) {
    expression.lastIndex = 0;
    lap();
    texts[times.length].replace(expression, '');
  }`);

/** Measures what is not measured yet of these texts; ends early where it takes too long. */
function measureSome(expression: RegExp, texts: readonly string[], times: number[]): void {
  Object.assign(context, { expression, texts, times, lap: startClock() });
  try {
    run.runInContext(context, { timeout: limitMs });
  } catch {
    // Stopped: the times that are there are those of the texts before.
  }
}

/**
 * The processor's milliseconds that an expression takes for each text, until it goes on for ever over one. What watches over a
 * run is a thread, which costs more than most runs do: one watches over all that end in time.
 */
function measureAll(expression: RegExp, texts: readonly string[]): number[] {
  const times: number[] = [];
  for (measureSome(expression, texts, times); times.length < texts.length; ) {
    // Of several only the sum was too much, or the one that it stopped at.
    const own: number[] = [];
    measureSome(expression, texts.slice(times.length, times.length + 1), own);
    times.push(own[0] ?? Number.POSITIVE_INFINITY);
    if (own.length === 0) break;
    measureSome(expression, texts, times);
  }
  return times;
}

/** A text of 64 KB that an expression takes too long for, if there is one among those made of its own parts. */
export function findSlowText({ source, flags }: { source: string; flags: string }): string | undefined {
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const own = lettersOf(pattern);
  const expression = new RegExp(source, flags);
  const tried = new Set<string>();
  for (const letters of [own, []]) {
    const attacks = [...new Attacks(pattern, flags, letters).list()]
      .map((attack) => ({ attack, quarter: attack.textOf(length / 4) }))
      .filter(({ quarter }) => !tried.has(quarter) && tried.add(quarter));
    const times = measureAll(
      expression,
      attacks.map(({ quarter }) => quarter),
    );
    for (const [at, quarterMs] of times.entries()) {
      const { attack, quarter } = attacks[at] as (typeof attacks)[number];
      if (quarterMs < minQuarterMs) continue;
      const [ms = 0] = quarterMs > limitMs ? [quarterMs] : measureAll(expression, [attack.textOf(length)]);
      // What is neither for ever nor quick is asked once more: a neighbour's work may have come between.
      const isSlow = (whole: number, part: number) =>
        whole > limitMs || (whole > maxMs && whole > part * maxGrowth);
      const [part = 0, whole = 0] =
        isSlow(ms, quarterMs) && ms <= limitMs
          ? measureAll(expression, [quarter, attack.textOf(length)])
          : [quarterMs, ms];
      if (isSlow(whole, part))
        return `takes ${ms > limitMs ? 'for ever' : `${Math.round(ms)} ms`} over ${JSON.stringify(quarter.slice(0, 40))}…`;
    }
  }
  return undefined;
}
