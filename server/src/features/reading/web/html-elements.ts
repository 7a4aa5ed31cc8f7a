// What elements are of a page’s text, and what are not, by their names and by what sites call them.

export const skippedElements = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'canvas',
  'iframe',
  'object',
  'select',
  'button',
  'form',
  'dialog',
  'nav',
  'menu',
  'aside',
  'audio',
  'video',
]);
export const blockElements = new Set([
  'p',
  'div',
  'section',
  'article',
  'main',
  'header',
  'footer',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'dl',
  'dt',
  'dd',
  'table',
  'figure',
  'figcaption',
  'address',
  'hr',
  'fieldset',
  'details',
  'summary',
  'body',
  'br',
]);
export const skippedRoles = new Set([
  'navigation',
  'search',
  'dialog',
  'alertdialog',
  'complementary',
  'menu',
  'menubar',
]);
/** Names that sites give to what is not their text; whole words of a class or an id. */
export const boilerplateNames =
  /(^|[\s_-])(cookie|cookies|consent|gdpr|rgpd|navbar|breadcrumbs?|sidebar|menu|newsletter|share|social|popup|modal|skip-link|pagination)([\s_-]|$)/i;
/** Names of what stands above and below the text on every page, for sites without `header` and `footer`. */
export const headerNames = /(^|\s)((site|main|global|top)[-_])?(header|masthead|topbar|top-bar)(\s|$)/i;
export const footerNames = /(^|\s)((site|page|main|global|bottom)[-_])?(footer|colophon)(\s|$)/i;
/** Whether an element has such a name; most have neither class nor id, and are not asked about. */
export const isNamed = (names: RegExp, classes: string | undefined, id: string | undefined) =>
  (classes !== undefined && names.test(classes)) || (id !== undefined && names.test(id));
const levels: Record<string, number> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 };
export const headingLevel = (name: string) => (name.length === 2 ? levels[name] : undefined);
export const voidElements = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

/** Buttons that unfold an answer, by what sites call them. */
export const accordionNames = /(^|[\s_-])(accordion|faq|question|collaps\w{0,6}|toggle)([\s_-]|$)/i;
