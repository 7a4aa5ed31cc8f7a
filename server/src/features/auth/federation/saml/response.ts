import { readXml, type XmlElement } from './xml-events.ts';

const protocolNamespace = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion';
const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';

/** No SHA-1, no transformation that could show the reader something else than was signed. */
const algorithms = new Set([
  ...['sha256', 'sha384', 'sha512'].flatMap((hash) => [
    `http://www.w3.org/2001/04/xmldsig-more#rsa-${hash}`,
    `http://www.w3.org/2001/04/xmldsig-more#ecdsa-${hash}`,
  ]),
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
]);

export interface ResponseOutline {
  /** The last word of the outer status: Success, Responder … */
  status: string;
  statusMessage: string | undefined;
  destination: string | undefined;
  hasAssertion: boolean;
}

const is = (element: XmlElement | undefined, namespace: string, name: string) =>
  element?.namespace === namespace && element.name === name;

/**
 * What a response may look like at all, looked at before any signature: one response, one assertion right in it, and
 * signatures right in these. Every known way of wrapping a signed element needs a second one somewhere.
 */
export function outlineOf(xml: string): ResponseOutline {
  const ids = new Set<string>();
  const signed = new Set<XmlElement>();
  const outline: ResponseOutline = {
    status: '',
    statusMessage: undefined,
    destination: undefined,
    hasAssertion: false,
  };
  const refuseSignature = (element: XmlElement) => {
    const owner = element.parents.at(-1);
    const isRight =
      (is(owner, protocolNamespace, 'Response') && element.parents.length === 1) ||
      (is(owner, assertionNamespace, 'Assertion') && element.parents.length === 2);
    if (!owner || !isRight || signed.has(owner)) throw new Error('a signature stands where none belongs');
    signed.add(owner);
  };
  readXml(xml, {
    open(element) {
      const { name, namespace, attributes, parents } = element;
      for (const [attribute, value] of Object.entries(attributes)) {
        if (!/^(xml:)?id$/i.test(attribute)) continue;
        if (ids.has(value)) throw new Error('an id stands twice');
        ids.add(value);
      }
      if (parents.length === 0 && !is(element, protocolNamespace, 'Response'))
        throw new Error('not a response');
      if (parents.length > 0 && name === 'Response') throw new Error('a response within a response');
      if (parents.length === 0) outline.destination = attributes.Destination;
      if (name === 'EncryptedAssertion') throw new Error('encrypted assertions are not read');
      if (name === 'Assertion') {
        if (parents.length !== 1 || namespace !== assertionNamespace || outline.hasAssertion) {
          throw new Error('there is one assertion, right in the response');
        }
        outline.hasAssertion = true;
      }
      if (name === 'Signature') refuseSignature(element);
      if (namespace === signatureNamespace) {
        if (name === 'Object') throw new Error('a signature holds nothing but itself');
        if (attributes.Algorithm !== undefined && !algorithms.has(attributes.Algorithm)) {
          throw new Error(`${attributes.Algorithm} is not taken`);
        }
      }
      if (is(element, protocolNamespace, 'StatusCode') && parents.length === 2) {
        outline.status = attributes.Value?.split(':').at(-1) ?? '';
      }
    },
    close(element, text) {
      if (is(element, protocolNamespace, 'StatusMessage')) outline.statusMessage = text.trim();
    },
  });
  return outline;
}
