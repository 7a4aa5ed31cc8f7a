import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { Context } from '../../../../context.ts';
import type { SamlProvider } from '../../../../saml-providers.ts';
import { ProviderRefusal } from '../../protocol/redirect-answers.ts';
import { AuthError } from '../../requests/errors.ts';
import { parseEmail } from '../../requests/fields.ts';
import { type ProviderPerson, toClaimText, withoutAbsent } from '../claims.ts';
import { type IdentityProvider, identityProviderOf } from './metadata.ts';
import { outlineOf } from './response.ts';

const maxResponseCharacters = 512 * 1024;
/** How far ahead the provider's clock may be. */
const skewMs = 60_000;

const baseAddress = ({ config }: Context) => `${config.publicUrl}/auth/v1/sso/saml`;
const entityIdOf = (context: Context) => `${baseAddress(context)}/metadata`;
const consumerOf = (context: Context) => `${baseAddress(context)}/acs`;

/** Our side of the talk with one provider, about one request. */
function samlClientOf(context: Context, provider: IdentityProvider, requestId: string): SAML {
  const startedAt = context.clock().toISOString();
  return new SAML({
    issuer: entityIdOf(context),
    callbackUrl: consumerOf(context),
    audience: entityIdOf(context),
    entryPoint: provider.signInAddress,
    idpIssuer: provider.entityId,
    idpCert: [...provider.certificates],
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // Either may be signed: what is used is read from the part that was.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    acceptedClockSkewMs: skewMs,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    // The request is a row of ours, found by the RelayState before anything is verified.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? startedAt : null),
      removeAsync: async () => null,
    },
  });
}

/** Where the browser goes to be known by its organisation. */
export async function samlSignInAddress(
  context: Context,
  provider: SamlProvider,
  { requestId, relayState }: { requestId: string; relayState: string },
): Promise<string> {
  const party = samlClientOf(context, await identityProviderOf(context, provider), requestId);
  return party.getAuthorizeUrlAsync(relayState, undefined, {});
}

/** What the operator of a provider is given to know us by. */
export const serviceMetadata = (context: Context): string =>
  new SAML({
    issuer: entityIdOf(context),
    callbackUrl: consumerOf(context),
    idpCert: 'none',
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => '_parlance',
  }).generateServiceProviderMetadata(null, null);

export interface VerifiedAssertion {
  person: ProviderPerson;
  assertionId: string;
  expiresAt: Date;
}

const notValid = () => new AuthError('validation_failed', 'SAML Assertion is not valid');

/** Whom a response vouches for, after every check that needs no database. */
export async function verifyResponse(
  context: Context,
  provider: SamlProvider,
  requestId: string,
  samlResponse: string,
): Promise<VerifiedAssertion> {
  const identityProvider = await identityProviderOf(context, provider);
  let assertion: Assertion;
  try {
    if (samlResponse.length > maxResponseCharacters) throw new Error('the response is too long');
    const { status, statusMessage, destination, hasAssertion } = outlineOf(
      Buffer.from(samlResponse, 'base64').toString('utf8'),
    );
    if (status !== 'Success' && !hasAssertion)
      throw new ProviderRefusal('access_denied', statusMessage ?? status);
    if (status !== 'Success') throw new Error(`the status is ${status}`);
    if (destination !== undefined && destination !== consumerOf(context))
      throw new Error(`for ${destination}`);
    const party = samlClientOf(context, identityProvider, requestId);
    const { profile } = await party.validatePostResponseAsync({ SAMLResponse: samlResponse });
    assertion = (profile?.getAssertion?.() as { Assertion?: Assertion } | undefined)?.Assertion ?? {};
    return personOf(provider, assertion, checkConditions(context, identityProvider, requestId, assertion));
  } catch (error) {
    if (error instanceof ProviderRefusal || error instanceof AuthError) throw error;
    context.log.warn({ error, provider: provider.id }, 'a SAML response was refused');
    throw notValid();
  }
}

/** An element as the library's reader gives it: attributes, text, children by name. */
interface Assertion {
  $?: Record<string, string>;
  _?: string;
  [child: string]: unknown;
}

const childrenOf = (parent: Assertion | undefined, name: string): Assertion[] =>
  (parent?.[name] as Assertion[] | undefined) ?? [];

function onlyChild(parent: Assertion | undefined, name: string): Assertion {
  const found = childrenOf(parent, name);
  if (found.length !== 1 || typeof found[0] !== 'object') throw new Error(`there is one ${name}`);
  return found[0];
}

const textOf = (element: Assertion | string | undefined) =>
  typeof element === 'string' ? element : element?._;

/** The end of a span that holds now; throws for one that doesn't, or that has no end of its own. */
function endOf({ $ }: Assertion, now: Date): number {
  const end = Date.parse($?.NotOnOrAfter ?? '');
  if (!(end > now.getTime())) throw new Error('it is over, or never ends');
  if ($?.NotBefore !== undefined && !(Date.parse($.NotBefore) <= now.getTime() + skewMs)) {
    throw new Error('it is not yet valid');
  }
  return end;
}

/** The library leaves open whom, by whom and for where; here nothing is. The answer is when the assertion is over. */
function checkConditions(
  context: Context,
  { entityId }: IdentityProvider,
  requestId: string,
  assertion: Assertion,
): Date {
  const now = context.clock();
  if (textOf(childrenOf(assertion, 'Issuer')[0])?.trim() !== entityId)
    throw new Error('another provider vouches');
  const conditions = onlyChild(assertion, 'Conditions');
  const end = endOf(conditions, now);
  const restrictions = childrenOf(conditions, 'AudienceRestriction');
  const isForUs = restrictions.every((restriction) =>
    childrenOf(restriction, 'Audience').some((audience) => textOf(audience)?.trim() === entityIdOf(context)),
  );
  if (restrictions.length === 0 || !isForUs) throw new Error('it is for somebody else');
  const confirmed = childrenOf(onlyChild(assertion, 'Subject'), 'SubjectConfirmation').flatMap(
    (confirmation) => {
      if (confirmation.$?.Method !== 'urn:oasis:names:tc:SAML:2.0:cm:bearer') return [];
      const [data] = childrenOf(confirmation, 'SubjectConfirmationData');
      const isOurs = data?.$?.Recipient === consumerOf(context) && data.$.InResponseTo === requestId;
      return data && isOurs ? [endOf(data, now)] : [];
    },
  );
  if (confirmed.length === 0) throw new Error('it answers no request of ours at this address');
  if (childrenOf(assertion, 'AuthnStatement').length === 0) throw new Error('nobody has signed in');
  return new Date(Math.max(end, ...confirmed) + skewMs);
}

const attributeNames = {
  email: [
    ...['email', 'mail', 'emailaddress', 'urn:oid:0.9.2342.19200300.100.1.3'],
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ],
  given_name: [
    ...['givenname', 'given_name', 'firstname', 'first_name', 'urn:oid:2.5.4.42'],
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  ],
  family_name: [
    ...['surname', 'sn', 'lastname', 'last_name', 'family_name', 'urn:oid:2.5.4.4'],
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  ],
  name: [
    ...['displayname', 'name', 'cn', 'urn:oid:2.16.840.1.113730.3.1.241', 'urn:oid:2.5.4.3'],
    'http://schemas.microsoft.com/identity/claims/displayname',
  ],
};

function attributesOf(assertion: Assertion): Map<string, string> {
  const found = new Map<string, string>();
  for (const statement of childrenOf(assertion, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, 'Attribute')) {
      const name = attribute.$?.Name?.toLowerCase();
      const value = toClaimText(textOf(childrenOf(attribute, 'AttributeValue')[0]));
      if (name !== undefined && value !== undefined && !found.has(name)) found.set(name, value);
    }
  }
  return found;
}

function personOf(provider: SamlProvider, assertion: Assertion, expiresAt: Date): VerifiedAssertion {
  const nameId = onlyChild(onlyChild(assertion, 'Subject'), 'NameID');
  const subject = toClaimText(textOf(nameId));
  const format = nameId.$?.Format?.split(':').at(-1);
  const assertionId = assertion.$?.ID;
  if (!subject || !assertionId || format === 'transient') {
    throw new AuthError('saml_assertion_no_user_id', 'SAML Assertion does not name the person for good');
  }
  const attributes = attributesOf(assertion);
  const claimOf = (claim: keyof typeof attributeNames) =>
    attributeNames[claim].map((name) => attributes.get(name)).find((value) => value !== undefined);
  const email = addressOf(provider, claimOf('email') ?? (subject.includes('@') ? subject : undefined));
  const name = claimOf('name');
  return {
    person: {
      provider: `sso:${provider.id}`,
      subject,
      email,
      isEmailVerified: true,
      claims: withoutAbsent({
        iss: toClaimText(textOf(childrenOf(assertion, 'Issuer')[0])),
        sub: subject,
        provider_id: subject,
        name,
        full_name: name,
        given_name: claimOf('given_name'),
        family_name: claimOf('family_name'),
        email,
        email_verified: true,
        phone_verified: false,
      }),
    },
    assertionId,
    expiresAt,
  };
}

/** An organisation vouches for its own addresses and nobody else's. */
function addressOf(provider: SamlProvider, value: string | undefined): string {
  try {
    const email = parseEmail(value);
    if (provider.domains.includes(email.slice(email.lastIndexOf('@') + 1))) return email;
  } catch {
    // Told below.
  }
  throw new AuthError(
    'saml_assertion_no_email',
    'SAML Assertion does not contain an email address of the organisation',
  );
}
