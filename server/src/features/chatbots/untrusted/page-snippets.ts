import { Parser } from 'htmlparser2';

/** Bounds of security S4.10. */
const bounds = { depth: 512, nodes: 1_000_000 };
/** Snippets of one kind: more than anybody puts on a page. */
const maxFound = 20;
const maxTextLength = 2_048;
const maxPolicyLength = 16_384;

/** The loader's address, or that of the page in a frame. */
export interface Snippet {
  kind: 'script' | 'frame';
  /** Where it is loaded from. */
  address: string;
  publicId: string;
  /** Undefined where the page's own script adds it. */
  attributes: { chatbot: string | undefined; nonce: string | undefined } | undefined;
}

/** What a page's HTML says of chatbots. */
export interface PageSnippets {
  snippets: Snippet[];
  /** Policies of its `meta` elements. */
  policies: string[];
  hasTagManager: boolean;
}

const loaderPath = /^\/embed\/v1\/([\w-]{16,40})\/widget\.js$/;
const framePath = /^\/embed\/([\w-]{16,40})\/?$/;
const writtenLoader = /https?:\/\/[\w.:[\]-]{1,253}\/embed\/v1\/[\w-]{16,40}\/widget\.js/g;
const tagManager = /googletagmanager\.com\/(gtm|gtag)|GTM-[A-Z0-9]{4,}/;

/** Reads a page's HTML for what it loads of ours, or of a server like ours. Throws past the bounds. */
export function readSnippets(html: string, url: string): PageSnippets {
  const found: PageSnippets = { snippets: [], policies: [], hasTagManager: false };
  let base = url;
  let depth = 0;
  let nodes = 0;
  let script: string | undefined;
  const add = (kind: Snippet['kind'], src: string | undefined, attributes: Snippet['attributes']) => {
    if (!src || src.length > maxTextLength || !URL.canParse(src, base)) return;
    const address = new URL(src, base);
    const publicId = (kind === 'script' ? loaderPath : framePath).exec(address.pathname)?.[1];
    if (publicId && found.snippets.length < maxFound)
      found.snippets.push({ kind, address: address.href, publicId, attributes });
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        nodes += 1;
        if (depth > bounds.depth || nodes > bounds.nodes) throw new Error('a page beyond all bounds');
        if (name === 'base' && base === url && attributes.href && URL.canParse(attributes.href, url)) {
          base = new URL(attributes.href, url).href;
        } else if (name === 'script') {
          script = '';
          if (tagManager.test((attributes.src ?? '').slice(0, maxTextLength))) found.hasTagManager = true;
          add('script', attributes.src, { chatbot: attributes['data-chatbot'], nonce: attributes.nonce });
        } else if (name === 'iframe') {
          add('frame', attributes.src, { chatbot: undefined, nonce: undefined });
        } else if (
          name === 'meta' &&
          attributes['http-equiv']?.trim().toLowerCase() === 'content-security-policy' &&
          found.policies.length < maxFound
        ) {
          found.policies.push((attributes.content ?? '').slice(0, maxPolicyLength));
        }
      },
      ontext(text) {
        if (script !== undefined) script += text;
      },
      onclosetag(name) {
        depth -= 1;
        if (name !== 'script' || script === undefined) return;
        // A loader that another script adds: its address stands in that script.
        const text = script.replaceAll('\\/', '/');
        script = undefined;
        if (tagManager.test(text)) found.hasTagManager = true;
        for (const address of new Set(text.match(writtenLoader))) add('script', address, undefined);
      },
    },
    { lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return found;
}
