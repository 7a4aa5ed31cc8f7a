/** Whether a text looks like the address of a page: with its scheme, or a host with a dot. A word alone is none. */
export function isAddress(text: string): boolean {
  if (/^https?:\/\/\S/i.test(text)) return true;
  const [host = ''] = text.split('/', 1);
  const dot = host.indexOf('.');
  return dot > 0 && dot < host.length - 1 && !/[\s:]/.test(host.slice(0, dot));
}
