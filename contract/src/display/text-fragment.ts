/** Words up to which a quote is searched whole; a longer one by its two ends. */
const wholeWords = 8;
/** Words of each end: few that stand together twice on a page. */
const endWords = 5;

// A term's own commas, ampersands and hyphens would be read as the directive's.
const term = (words: readonly string[]) => encodeURIComponent(words.join(' ')).replaceAll('-', '%2D');

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/**
 * Lines of a quote as they can stand on the page: without the mark that a list's entry was given, and of a table's row
 * the first cell, without the header that names it. What is joined here stands in blocks of its own there.
 */
const linesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => {
      const [cell = '', ...others] = line.split(' | ');
      const plain =
        others.length > 0 ? cell.slice(cell.indexOf(': ') < 0 ? 0 : cell.indexOf(': ') + 2) : cell;
      return wordsIn(plain.replace(/^[-•–*]\s+/, '').replace(/…$/, ''));
    })
    .filter((words) => words.length > 0);

/**
 * The address of a web page at the place of a quote (WICG, URL fragment text directives): browsers that know it scroll
 * there and light it, others open the page. `around` is the passage that the quote stands in: where the quote's
 * beginning stands in it earlier, too, the words before it tell which is meant.
 */
export function linkToText(url: string, quote: string, around = ''): string {
  const lines = linesIn(quote);
  const first = lines[0];
  const last = lines.at(-1);
  if (!first || !last) return url;
  const isOneTerm = lines.length === 1 && first.length <= wholeWords;
  const start = isOneTerm ? first : first.slice(0, endWords);
  const terms = isOneTerm ? [term(start)] : [term(start), term(last.slice(-endWords))];
  const prefix = wordsBefore(around, quote, start);
  if (prefix.length > 0) terms.unshift(`${term(prefix)}-`);
  const address = url.split(':~:')[0] as string;
  return `${address}${address.includes('#') ? '' : '#'}:~:text=${terms.join(',')}`;
}

/** The words before the quote, in its line, if what begins it stands earlier in the passage as well. */
function wordsBefore(around: string, quote: string, start: readonly string[]): string[] {
  const at = around.indexOf(quote);
  if (at < 0) return [];
  const before = around.slice(0, at);
  if (!wordsIn(before).join(' ').includes(start.join(' '))) return [];
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return line.includes(' | ') ? [] : (linesIn(line)[0] ?? []).slice(-endWords);
}
