/** A link or a mail address within a text; `key` is the same for all ways of writing it. */
export interface Address {
  start: number;
  end: number;
  kind: 'link' | 'host' | 'mail';
  key: string;
}

/** What no address goes past. */
const word = /[^\s<>()[\]{}"«»“”|\\^`]+/g;
const hangsOn = new Set(".,;:!?…'’*_~-");
const schemeLetter = /[a-z0-9+.-]/i;
const mail =
  /(?<![\p{L}\p{N}.!#$%&+=?_~-])[\p{L}\p{N}.!#$%&+=?_~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,24}/gu;
/** A host without a scheme and what follows it. Its last part is of one case, unlike the next sentence's first word. */
const host =
  /(?<![\p{L}\p{N}.-])[\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}][\p{L}\p{N}-]*)*\.(?:xn--[a-z0-9-]+|[a-z]{2,24}|[A-Z]{2,24})(?![\p{L}\p{N}-])(?::\d+)?(?:[/?#].*)?/gu;

/** Endings with which words are hosts; they are with each country's, too. */
const commonEndings = new Set(
  `academy agency app art asia bar beauty bid biz blog boutique business cafe cam cat center chat church city click
  clinic cloud club coach com community company cool coop credit date deal dentist design dev digital directory
  download earth education email energy events example expert express finance fit fitness fun fund gallery game games garden
  gift global gmbh gov group guide guru health help host hotel house icu immo info ink insure int international jobs
  kitchen land law legal life link live loan ltd market marketing media men mil mobi money museum name net network
  news ninja one online org page paris party photo photos pizza plus press pro promo properties pub racing recipes
  rent rest restaurant review rocks run sale school science services shop shopping show site social software solar
  solutions space sport store stream studio style support systems tax team tech tel tienda today tools top tours town
  toys trade training travel tube university vacations vet video villas vip vision vote voyage wang watch webcam
  website wedding wiki win wine work works world wtf xxx xyz yoga zone`.split(/\s+/),
);
const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const isEnding = (label: string) =>
  label.startsWith('xn--') ||
  commonEndings.has(label) ||
  (label.length === 2 && countries.of(label.toUpperCase()) !== undefined);

/** Whether what looks like a host is one: "notes.pdf" is none. */
export const isSurelyAddress = (host: string) =>
  /:\/\/|^www\./i.test(host) ||
  isEnding(
    host
      .slice(host.lastIndexOf('.') + 1)
      .replace(/:\d+$/, '')
      .toLowerCase(),
  );

/** A link as it is compared: whatever its scheme of the web, its case, a final slash and a "www." in front. */
function link(text: string): Pick<Address, 'kind' | 'key'> {
  const withScheme = text.includes('://') ? text : `https://${text}`;
  if (!URL.canParse(withScheme)) return { kind: 'link', key: text.toLowerCase() };
  const { protocol, username, password, host, pathname, search, hash } = new URL(withScheme);
  const scheme = protocol === 'http:' || protocol === 'https:' ? '' : protocol;
  const user = username === '' && password === '' ? '' : `${username}:${password}@`;
  const base = `${scheme}${user}${host.replace(/^www\./, '')}`;
  let path = `${pathname}${search}${hash}`;
  while (path.endsWith('/')) path = path.slice(0, -1);
  return { kind: path === '' ? 'host' : 'link', key: `${base}${path}`.toLowerCase() };
}

function wholeEnd(text: string): number {
  let end = text.length;
  while (end > 0 && hangsOn.has(text[end - 1] as string)) end--;
  return end;
}

function schemeStart(text: string, colon: number): number {
  let start = colon;
  while (start > 0 && schemeLetter.test(text[start - 1] as string)) start--;
  return start;
}

/** The links, hosts and mail addresses of a text, in their order. */
export function* addressesIn(text: string): Generator<Address> {
  for (const { 0: found, index } of text.matchAll(word)) {
    const colon = found.indexOf('://');
    if (colon > 0) {
      const start = schemeStart(found, colon);
      const end = wholeEnd(found);
      if (end > colon + 3) yield { start: index + start, end: index + end, ...link(found.slice(start, end)) };
    } else if (found.includes('@')) {
      for (const { 0: address, index: at } of found.matchAll(mail)) {
        const start = index + at;
        yield { start, end: start + address.length, kind: 'mail', key: address.toLowerCase() };
      }
    } else if (found.includes('.')) {
      for (const { 0: address, index: at } of found.matchAll(host)) {
        const start = index + at;
        const whole = address.slice(0, wholeEnd(address));
        yield { start, end: start + whole.length, ...link(whole) };
      }
    }
  }
}
