import { SaxesParser, type SaxesTagNS } from 'saxes';

export interface XmlElement {
  name: string;
  namespace: string;
  /** By their names as written, prefix included. */
  attributes: Record<string, string>;
  parents: readonly XmlElement[];
}

const maxDepth = 64;
const maxAttributes = 64;

const elementOf = (tag: SaxesTagNS, parents: readonly XmlElement[]): XmlElement => ({
  name: tag.local,
  namespace: tag.uri,
  attributes: Object.fromEntries(Object.entries(tag.attributes).map(([name, { value }]) => [name, value])),
  parents,
});

/** Reads a document of a stranger, element by element; throws for what is not plain XML: no DTD, nothing included. */
export function readXml(
  xml: string,
  handle: { open?(element: XmlElement): void; close?(element: XmlElement, text: string): void },
): void {
  const parser = new SaxesParser({ xmlns: true });
  const path: XmlElement[] = [];
  const texts: string[] = [];
  parser.on('doctype', () => parser.fail('a document type is not taken'));
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const element = elementOf(tag, [...path]);
    if (path.length >= maxDepth || Object.keys(element.attributes).length > maxAttributes) {
      throw new Error('the document is too deep or too wide');
    }
    if (element.namespace === 'http://www.w3.org/2001/XInclude') throw new Error('nothing is included');
    path.push(element);
    texts.push('');
    handle.open?.(element);
  });
  const addText = (text: string) => {
    if (texts.length > 0) texts[texts.length - 1] += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = path.pop();
    const text = texts.pop() ?? '';
    if (element) handle.close?.(element, text);
  });
  parser.write(xml).close();
}
