/**
 * A body's text: its encoding is what the page's order mark, the server's header or its own `meta` says; else UTF-8
 * where it is valid.
 */
export function decodeBody(body: Uint8Array, named: string | undefined): string {
  const [first, second, third] = body;
  const marked =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : first === 0xef && second === 0xbb && third === 0xbf
          ? 'utf-8'
          : undefined;
  for (const labelOf of [() => marked, () => named, () => metaCharset(body)]) {
    const label = labelOf();
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).decode(body);
    } catch {
      // A name that nobody knows says nothing.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new TextDecoder('windows-1252').decode(body);
  }
}

function metaCharset(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 4096)).toString('latin1');
  return /<meta[^>]{0,200}charset=["']?\s*([\w-]{1,40})/i.exec(start)?.[1];
}
