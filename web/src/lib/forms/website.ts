/** A typed web address with its scheme; nothing when it is none. */
export function websiteAddress(typed: string): string | undefined {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.hostname.includes('.') && /^https?:$/.test(url.protocol) ? url.href : undefined;
}
