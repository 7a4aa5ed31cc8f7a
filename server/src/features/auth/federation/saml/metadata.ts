import type { Context } from '../../../../context.ts';
import type { SamlProvider } from '../../../../saml-providers.ts';
import { ProviderUnavailable, providerFetch } from '../provider-fetch.ts';
import { readXml, type XmlElement } from './xml-events.ts';

export interface IdentityProvider {
  entityId: string;
  /** Where the browser goes with our request. */
  signInAddress: string;
  /** Base64, as the metadata write them. */
  certificates: readonly string[];
}

const namespace = 'urn:oasis:names:tc:SAML:2.0:metadata';
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

const isWithin = ({ parents }: XmlElement, name: string) =>
  parents.some((parent) => parent.name === name && parent.namespace === namespace);

function isOfSigning({ parents }: XmlElement): boolean {
  const descriptor = parents.find(
    ({ name, namespace: uri }) => name === 'KeyDescriptor' && uri === namespace,
  );
  return descriptor !== undefined && descriptor.attributes.use !== 'encryption';
}

/** What the metadata of one provider say; throws for what it cannot be used by. */
export function parseMetadata(xml: string, now: Date): IdentityProvider {
  const entities: string[] = [];
  const addresses: string[] = [];
  const certificates: string[] = [];
  readXml(xml, {
    open(element) {
      const { name, attributes } = element;
      const { validUntil } = attributes;
      if (validUntil !== undefined && !(Date.parse(validUntil) > now.getTime())) {
        throw new Error(`the metadata were good until ${validUntil}`);
      }
      if (element.namespace !== namespace) return;
      if (name === 'EntityDescriptor') entities.push(attributes.entityID ?? '');
      if (name === 'SingleSignOnService' && isWithin(element, 'IDPSSODescriptor')) {
        if (attributes.Binding === redirectBinding) addresses.push(attributes.Location ?? '');
      }
    },
    close(element, text) {
      if (element.name !== 'X509Certificate' || !isWithin(element, 'IDPSSODescriptor')) return;
      if (isOfSigning(element)) certificates.push(text.replace(/\s+/g, ''));
    },
  });
  const [entityId] = entities;
  const [signInAddress] = addresses;
  if (!entityId || entities.length > 1) throw new Error('the metadata must be of one entity');
  if (!signInAddress || !/^https?:$/.test(new URL(signInAddress).protocol)) {
    throw new Error('the metadata name no address for sign-in by HTTP-Redirect');
  }
  if (certificates.length === 0) throw new Error('the metadata name no certificate for signatures');
  return { entityId, signInAddress, certificates };
}

interface CachedMetadata {
  read: IdentityProvider;
  at: number;
}

const refreshAfterMs = 3_600_000;
const maxAgeMs = 24 * 3_600_000;
const metadataCache = new WeakMap<SamlProvider, CachedMetadata>();

/** The provider by its metadata: those at an address are read once an hour, and outlive a day of its absence. */
export async function identityProviderOf(
  context: Context,
  provider: SamlProvider,
): Promise<IdentityProvider> {
  const now = context.clock();
  const known = metadataCache.get(provider);
  const age = known ? Math.abs(now.getTime() - known.at) : Number.POSITIVE_INFINITY;
  if (known && age < refreshAfterMs) return known.read;
  try {
    const read = parseMetadata(await textOf(provider), now);
    metadataCache.set(provider, { read, at: now.getTime() });
    return read;
  } catch (error) {
    if (known && age < maxAgeMs) return known.read;
    throw new ProviderUnavailable(`the metadata of ${provider.id} cannot be used`, { cause: error });
  }
}

async function textOf({ metadata }: SamlProvider): Promise<string> {
  if ('text' in metadata) return metadata.text;
  const response = await providerFetch(metadata.address, {
    headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
  });
  if (!response.ok) throw new Error(`${metadata.address} answered ${response.status}`);
  return response.text();
}
