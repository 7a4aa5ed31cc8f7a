/** A host without its `www.`. */
export const bareHost = (address: URL | undefined) => address?.host.replace(/^www\./, '');

/** An address of the web, where the text is one. */
export function webAddress(address: string | undefined): URL | undefined {
  if (address && /^https?:\/\//i.test(address) && URL.canParse(address)) return new URL(address);
}

/** The address of the professional's contact, to be pressed where it is one or a number. */
export function contactLinkOf(contact: string): string | undefined {
  const text = contact.trim();
  if (/^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text)) return `mailto:${text}`;
  if (/^\+?[\d\s().-]{6,}$/.test(text)) return `tel:${text.replace(/[^\d+]/g, '')}`;
  return webAddress(text)?.href;
}
