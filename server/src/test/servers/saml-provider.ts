import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { listenLocally } from './local.ts';

interface Endpoint {
  Binding: string;
  Location: string;
}

interface Samlify {
  setSchemaValidator(validator: { validate(xml: string): Promise<unknown> }): void;
  ServiceProvider(settings: {
    entityID: string;
    wantAssertionsSigned: boolean;
    wantMessageSigned: boolean;
    signatureConfig: object;
    assertionConsumerService: Endpoint[];
  }): object;
  IdentityProvider(settings: {
    entityID: string;
    signingCert: string;
    privateKey: string;
    isAssertionEncrypted: boolean;
    requestSignatureAlgorithm: string;
    nameIDFormat: string[];
    singleSignOnService: Endpoint[];
  }): {
    getMetadata(): string;
    parseLoginRequest(
      service: object,
      binding: 'redirect',
      request: { query: Record<string, string> },
    ): Promise<{ extract: { request: { id: string; assertionConsumerServiceUrl: string }; issuer: string } }>;
    createLoginResponse(
      service: object,
      request: { extract: { request: { id: string } } },
      binding: 'post',
      user: object,
      customTagReplacement: (template: string) => { id: string; context: string },
    ): Promise<{ context: string }>;
  };
}

const require = createRequire(import.meta.url);
// Its own declarations bring those of browsers with them, which would then hold for the whole program.
const { IdentityProvider, ServiceProvider, setSchemaValidator }: Samlify = require('samlify');

/** What the provider says of whoever comes; every part can be made wrong. */
export interface AssertedFacts {
  nameId: string;
  nameIdFormat: string;
  email?: string;
  givenName?: string;
  surname?: string;
  audience: string;
  recipient: string;
  destination: string;
  inResponseTo: string;
  issuer: string;
  status: string;
  assertionId: string;
  notBefore: Date;
  notOnOrAfter: Date;
  subjectNotOnOrAfter: Date;
}

const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/**
 * A real SAML identity provider on loopback: whoever comes is `person` and is sent back at once, by a form that
 * submits itself. It can be made to say anything, signed or not.
 */
export async function startIdentityProvider() {
  const server = createServer((request, response) => {
    void answer(request.url ?? '/').then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const { port, stop } = await listenLocally(server);
  const url = `http://127.0.0.1:${port}`;
  const { certificate, privateKey } = newCertificate();
  // What it is sent is the tests' own.
  setSchemaValidator({ validate: async () => 'not validated' });
  const signingWith = (requestSignatureAlgorithm: string) =>
    IdentityProvider({
      entityID: `${url}/metadata`,
      signingCert: certificate,
      privateKey,
      isAssertionEncrypted: false,
      requestSignatureAlgorithm,
      nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
      singleSignOnService: [{ Binding: redirect, Location: `${url}/sso` }],
    });
  const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
  const idp = signingWith(rsaSha256);

  const provider = {
    url,
    entityId: `${url}/metadata`,
    metadata: idp.getMetadata(),
    certificate,
    privateKey,
    /** Over what is said by default. */
    person: { nameId: randomUUID() } as Partial<AssertedFacts>,
    signs: 'assertion' as 'assertion' | 'response' | 'both',
    signatureAlgorithm: rsaSha256,
    respond,
    stop,
  };

  interface Asked {
    id: string;
    consumer: string;
    audience: string;
  }

  async function readAuthnRequest(address: string): Promise<Asked & { relayState: string }> {
    const query = Object.fromEntries(new URL(address, url).searchParams);
    const { extract } = await idp.parseLoginRequest(serviceOf('', ''), 'redirect', { query });
    return {
      id: extract.request.id,
      consumer: extract.request.assertionConsumerServiceUrl,
      audience: extract.issuer,
      relayState: query.RelayState ?? '',
    };
  }

  const serviceOf = (entityID: string, Location: string) =>
    ServiceProvider({
      entityID: entityID || 'unknown',
      wantAssertionsSigned: provider.signs !== 'response',
      wantMessageSigned: provider.signs !== 'assertion',
      signatureConfig: {
        prefix: 'ds',
        location: { reference: "/*[local-name(.)='Response']/*[local-name(.)='Issuer']", action: 'after' },
      },
      assertionConsumerService: [{ Binding: post, Location: Location || 'http://localhost/' }],
    });

  /** The form's fields for whoever comes with this address. `change` makes something else of the signed document. */
  async function respond(
    address: string,
    facts: Partial<AssertedFacts> = {},
    change: (xml: string) => string = (xml) => xml,
  ): Promise<{ action: string; SAMLResponse: string; RelayState: string }> {
    const request = await readAuthnRequest(address);
    const now = Date.now();
    const said: AssertedFacts = {
      nameId: randomUUID(),
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      audience: request.audience,
      recipient: request.consumer,
      destination: request.consumer,
      inResponseTo: request.id,
      issuer: provider.entityId,
      status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      assertionId: `_${randomUUID()}`,
      notBefore: new Date(now - 5000),
      notOnOrAfter: new Date(now + 300_000),
      subjectNotOnOrAfter: new Date(now + 300_000),
      ...provider.person,
      ...facts,
    };
    const { context } = await signingWith(provider.signatureAlgorithm).createLoginResponse(
      serviceOf(request.audience, request.consumer),
      { extract: { request: { id: request.id } } },
      'post',
      {},
      () => ({ id: `_${randomUUID()}`, context: responseOf(said) }),
    );
    const xml = change(Buffer.from(context, 'base64').toString('utf8'));
    return {
      action: request.consumer,
      SAMLResponse: Buffer.from(xml, 'utf8').toString('base64'),
      RelayState: request.relayState,
    };
  }

  async function answer(path: string): Promise<{ type: string; body: string }> {
    if (path.startsWith('/metadata'))
      return { type: 'application/samlmetadata+xml', body: provider.metadata };
    const { action, SAMLResponse, RelayState } = await respond(path);
    return {
      type: 'text/html',
      body: `<!doctype html><title>Signing in</title><form method="post" action="${action}">
        <input type="hidden" name="SAMLResponse" value="${SAMLResponse}">
        <input type="hidden" name="RelayState" value="${RelayState}">
        <button>Continue</button></form><script>document.forms[0].submit()</script>`,
    };
  }

  return provider;
}

export type TestIdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;

const attribute = (name: string, value: string | undefined) =>
  value === undefined
    ? ''
    : `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">${value}</saml:AttributeValue></saml:Attribute>`;

const responseOf = (said: AssertedFacts) => {
  const now = new Date().toISOString();
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${now}" Destination="${said.destination}" InResponseTo="${said.inResponseTo}"><saml:Issuer>${said.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${said.status}"/></samlp:Status><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.assertionId}" Version="2.0" IssueInstant="${now}"><saml:Issuer>${said.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${said.nameIdFormat}">${said.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${said.subjectNotOnOrAfter.toISOString()}" Recipient="${said.recipient}" InResponseTo="${said.inResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${said.notBefore.toISOString()}" NotOnOrAfter="${said.notOnOrAfter.toISOString()}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${now}" SessionIndex="_session"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attribute('email', said.email)}${attribute('givenName', said.givenName)}${attribute('surname', said.surname)}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
};

/** A self-signed certificate, which Node can read but not make: its few parts in DER. */
function newCertificate(): { certificate: string; privateKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = (tag: number, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const size = body.length;
    const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
    return Buffer.concat([Buffer.from([tag, ...length]), body]);
  };
  const hex = (text: string) => Buffer.from(text, 'hex');
  const algorithm = der(0x30, der(0x06, hex('2a864886f70d01010b')), der(0x05));
  const name = der(
    0x30,
    der(0x31, der(0x30, der(0x06, hex('550403')), der(0x0c, Buffer.from('identity provider of tests')))),
  );
  const validity = der(
    0x30,
    der(0x17, Buffer.from('200101000000Z')),
    der(0x17, Buffer.from('491231235959Z')),
  );
  const content = der(
    0x30,
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, hex('01')),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(content).sign(privateKey);
  const whole = der(0x30, content, algorithm, der(0x03, hex('00'), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
