/** Domains that a chatbot keeps. */
export const maxDomains = 50;

/** A rule as the server keeps it: a host, all below one, either with a port. Addresses are cut down to theirs. */
export function domainOf(typed: string): string | undefined {
  const [, scheme, rest = ''] = /^(?:(https?):\/\/)?([^/?#]*)/i.exec(typed.trim()) ?? [];
  const [, wildcard = '', host = '', port] = /^(\*\.)?([^:*@\s]+?)\.?(?::(\d{1,5}))?$/.exec(rest) ?? [];
  if (host === '' || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))) return undefined;
  const address = `http://${host}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname } = new URL(address);
  if (!/^([a-z0-9-]+\.)*[a-z0-9-]+$/.test(hostname)) return undefined;
  // One label alone is a machine of the own network, all of whose pages nobody means by a star.
  if (wildcard && !hostname.includes('.')) return undefined;
  const usual = { http: '80', https: '443' }[scheme?.toLowerCase() ?? ''];
  return `${wildcard}${hostname}${port === undefined || port === usual ? '' : `:${Number(port)}`}`;
}

/** Adds several domains as they are pasted; `wrong` could not be read. */
export function addDomains(
  domains: readonly string[],
  typed: string,
): { domains: string[]; wrong: string[] } {
  const found = new Set(domains);
  const wrong: string[] = [];
  for (const one of typed.split(/[\s,;]+/).filter(Boolean)) {
    const domain = domainOf(one);
    if (domain === undefined) wrong.push(one);
    else found.add(domain);
  }
  return { domains: [...found], wrong };
}
