import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../../config.ts';
import { authProtocol, bearer, fragmentOf, version } from '../../../../test/clients/auth-protocol.ts';
import { type Browser, newBrowser } from '../../../../test/clients/redirect-walk.ts';
import { type Program, startProgram } from '../../../../test/program.ts';
import {
  type AssertedFacts,
  startIdentityProvider,
  type TestIdentityProvider,
} from '../../../../test/servers/saml-provider.ts';

const providerId = '7d1b2c3e-9d54-4c27-8f65-1f0c5c5f2f10';
const remoteId = '2f6a1c7e-0b7e-4c8b-9a53-6a4a3d6f7b21';

let folder: string;
let idp: TestIdentityProvider;
let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;

const providersFile = () => join(folder, 'providers.json');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-saml-'));
  idp = await startIdentityProvider();
  await writeFile(join(folder, 'acme.xml'), idp.metadata);
  await writeFile(
    providersFile(),
    JSON.stringify([
      { id: providerId, domains: ['acme.example', 'Acme.Test'], metadata: 'acme.xml' },
      { id: remoteId, domains: ['remote.example'], metadata: `${idp.url}/metadata` },
    ]),
  );
  program = await startProgram({ SAML_PROVIDERS: providersFile() });
  auth = await authProtocol(program);
});

afterAll(async () => {
  await program.stop();
  await idp.stop();
  await rm(folder, { recursive: true });
});

beforeEach(() => {
  browser = newBrowser();
  idp.person = {
    nameId: randomUUID(),
    email: `${randomUUID()}@acme.example`,
    givenName: 'Inès',
    surname: 'Roy',
  };
  idp.signs = 'assertion';
});

/** The browser that asks, and that the provider sends back. */
let browser: Browser;

const begin = async (body: object = {}) => {
  const { status, headers, answer } = await auth.call('/sso', {
    body: {
      domain: 'acme.example',
      skip_http_redirect: true,
      redirect_to: `${program.url}/auth/callback`,
      ...body,
    },
  });
  expect(status).toBe(200);
  browser.remember({ headers });
  return answer.url as string;
};

interface Form {
  SAMLResponse: string;
  RelayState: string;
}

/** Posted from the provider's site, where our cookies do not go along; they do with the browser's next step. */
async function submit(
  { SAMLResponse, RelayState }: Form,
  headers: Record<string, string> = {},
  by = browser,
) {
  const posted = await fetch(`${program.url}/auth/v1/sso/saml/acs`, {
    method: 'POST',
    body: new URLSearchParams({ SAMLResponse, RelayState }),
    headers,
    redirect: 'manual',
  });
  const onward = posted.headers.get('location');
  const waits = onward?.startsWith(`${program.url}/auth/v1/sso/saml/acs?`);
  const response = waits ? await by.step(onward as string, { headers }) : posted;
  const location = response.headers.get('location');
  const to = location === null ? undefined : new URL(location);
  return {
    status: response.status,
    to,
    query: Object.fromEntries(to?.searchParams ?? []),
    fragment: Object.fromEntries(new URLSearchParams(to?.hash.slice(1))) as Record<string, string>,
    body: (location === null ? await response.json() : {}) as { error_code?: string },
  };
}

async function signIn(facts: Partial<AssertedFacts> = {}, change?: (xml: string) => string) {
  return submit(await idp.respond(await begin(), facts, change));
}

const claimsOf = (token: string | undefined) =>
  JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
const userOf = async (token: string | undefined) =>
  (await auth.call('/user', { headers: bearer(token as string) })).answer;

describe('sign-in by one’s organisation', () => {
  test('leads to the provider of the domain and back with a session', async () => {
    const { status, to, fragment } = await signIn();
    expect(status).toBe(303);
    expect(to?.pathname).toBe('/auth/callback');
    const claims = claimsOf(fragment.access_token);
    expect(claims.amr).toMatchObject([{ method: 'sso/saml', provider: providerId }]);
    expect(claims.app_metadata).toEqual({ provider: `sso:${providerId}`, providers: [`sso:${providerId}`] });
    const user = await userOf(fragment.access_token);
    expect(user.email).toBe(idp.person.email);
    expect(user.user_metadata).toMatchObject({ given_name: 'Inès', family_name: 'Roy', iss: idp.entityId });
    expect(user.identities).toMatchObject([{ id: idp.person.nameId, provider: `sso:${providerId}` }]);
    const profile = await program.context.db
      .selectFrom('profiles')
      .select(['first_name', 'last_name'])
      .where('id', '=', user.id)
      .executeTakeFirst();
    expect(profile).toEqual({ first_name: 'Inès', last_name: 'Roy' });
  });

  test('goes the official client’s way, with a code in the end', async () => {
    const client = auth.codeClient(async (input, init) => {
      const response = await fetch(input, init);
      browser.remember(response);
      return response;
    });
    const { data, error } = await client.auth.signInWithSSO({
      domain: 'ACME.test',
      options: { redirectTo: `${program.url}/auth/callback` },
    });
    expect(error).toBeNull();
    const { to } = await submit(await idp.respond(data?.url as string));
    const { data: exchanged } = await client.auth.exchangeCodeForSession(
      to?.searchParams.get('code') as string,
    );
    expect(exchanged.user?.app_metadata.provider).toBe(`sso:${providerId}`);
    expect(claimsOf(exchanged.session?.access_token).amr).toMatchObject([
      { method: 'sso/saml', provider: providerId },
    ]);
  });

  test('opens a session in the browser that asked, and in no other', async () => {
    const form = await idp.respond(await begin());
    const other = newBrowser();
    await auth
      .call('/sso', { body: { domain: 'acme.example', skip_http_redirect: true } })
      .then(other.remember);
    expect((await submit(form, {}, other)).body.error_code).toBe('saml_relay_state_not_found');
    const shown = await submit(form, { accept: 'text/html' }, other);
    expect([shown.query.error_code, shown.fragment.access_token]).toEqual([
      'saml_relay_state_not_found',
      undefined,
    ]);
    const address = `${program.url}/auth/v1/sso/saml/acs?flow=${form.RelayState}`;
    expect((await other.step(address)).status).toBe(404);
    const mine = await browser.step(address);
    expect(fragmentOf(mine).facts.access_token).toBeTruthy();
    expect((await browser.step(address)).status).toBe(404);
  });

  test('refuses at once what a browser posts for another’s request', async () => {
    const form = await idp.respond(await begin());
    const name = `parlance-sign-in-${form.RelayState}`;
    const refused = await submit(form, { cookie: `${name}=another` });
    expect(refused.body.error_code).toBe('saml_relay_state_not_found');
    const taken = await submit(form, { cookie: `${name}=${browser.cookies.get(name)}` });
    expect(taken.fragment.access_token).toBeTruthy();
  });

  test('begun on a page of another site, is the browser’s that goes to the provider first', async () => {
    const { answer } = await auth.call('/sso', {
      body: { domain: 'acme.example', skip_http_redirect: true },
      headers: { origin: 'https://site.example' },
    });
    expect(answer.url).toContain(`${program.url}/auth/v1/sso/saml/start?flow=`);
    const way = await browser.step(answer.url);
    const address = way.headers.get('location') as string;
    expect(address).toContain(idp.url);
    expect((await newBrowser().step(answer.url)).status).toBe(404);
    const form = await idp.respond(address);
    expect((await submit(form, {}, newBrowser())).status).toBe(404);
    const mine = await browser.step(`${program.url}/auth/v1/sso/saml/acs?flow=${form.RelayState}`);
    expect(fragmentOf(mine).facts.access_token).toBeTruthy();
  });

  test.each(['assertion', 'response', 'both'] as const)('takes a signature of the %s', async (signs) => {
    idp.signs = signs;
    expect((await signIn()).fragment.access_token).toBeTruthy();
  });

  test('reads metadata from an address, and knows the provider by its id', async () => {
    idp.person.email = 'ana@remote.example';
    const { fragment } = await submit(
      await idp.respond(await begin({ domain: null, provider_id: remoteId })),
    );
    expect(claimsOf(fragment.access_token).app_metadata.provider).toBe(`sso:${remoteId}`);
  });

  test('finds the person again by their name at the provider, whatever the address', async () => {
    const first = await userOf((await signIn()).fragment.access_token);
    const second = await userOf((await signIn({ email: 'moved@acme.example' })).fragment.access_token);
    expect(second.id).toBe(first.id);
    expect(second.email).toBe('moved@acme.example');
  });

  test('never links: one address may have an account here and one there', async () => {
    const { answer } = await auth.call('/signup', {
      body: { email: 'both@acme.example', password: 'six chevaux bleus' },
    });
    const user = await userOf((await signIn({ email: 'both@acme.example' })).fragment.access_token);
    expect(user.id).not.toBe(answer.id);
    const other = await submit(
      await idp.respond(await begin({ domain: null, provider_id: remoteId }), { email: 'x@remote.example' }),
    );
    expect((await userOf(other.fragment.access_token)).id).not.toBe(user.id);
  });

  test('redirects a browser that asks directly', async () => {
    const { status, headers } = await auth.call('/sso', { body: { domain: 'acme.example' } });
    expect(status).toBe(303);
    expect(headers.get('location')).toMatch(new RegExp(`^${idp.url}/sso\\?SAMLRequest=`));
  });

  test('never leads elsewhere than to our own sites', async () => {
    const form = await idp.respond(await begin({ redirect_to: 'https://evil.example/' }));
    expect((await submit(form)).to?.origin).toBe(program.url);
  });

  test('refuses what names no provider, or two', async () => {
    for (const [body, status, code] of [
      [{}, 400, 'validation_failed'],
      [{ domain: 'acme.example', provider_id: providerId }, 400, 'validation_failed'],
      [{ domain: ['acme.example'] }, 400, 'validation_failed'],
      [{ domain: 'other.example' }, 404, 'sso_provider_not_found'],
      [{ provider_id: randomUUID() }, 404, 'sso_provider_not_found'],
      [{ domain: 'acme.example', code_challenge: 'x' }, 400, 'validation_failed'],
    ] as const) {
      const answered = await auth.call('/sso', { body, headers: version });
      expect([answered.status, answered.answer.code]).toEqual([status, code]);
    }
  });

  test('tells the provider’s operator who we are', async () => {
    const response = await fetch(`${program.url}/auth/v1/sso/saml/metadata`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/samlmetadata+xml');
    const xml = await response.text();
    expect(xml).toContain(`entityID="${program.url}/auth/v1/sso/saml/metadata"`);
    expect(xml).toContain(`Location="${program.url}/auth/v1/sso/saml/acs"`);
    expect(xml).toContain('WantAssertionsSigned="true"');
  });
});

describe('a RelayState', () => {
  test('is good once', async () => {
    const form = await idp.respond(await begin());
    expect((await submit(form)).status).toBe(303);
    const again = await submit(form);
    expect([again.status, again.body.error_code]).toEqual([404, 'saml_relay_state_not_found']);
  });

  test('is good once also for three at once', async () => {
    const form = await idp.respond(await begin());
    const ends = await Promise.all([submit(form), submit(form), submit(form)]);
    expect(ends.filter(({ fragment }) => fragment.access_token)).toHaveLength(1);
  });

  test('is ours, or nothing', async () => {
    const form = await idp.respond(await begin());
    for (const RelayState of ['', 'x', randomUUID(), `${program.url}/`]) {
      const { status, body } = await submit({ ...form, RelayState });
      expect([status, body.error_code]).toEqual([404, 'saml_relay_state_not_found']);
    }
    const missing = await submit({ ...form, SAMLResponse: '' });
    expect([missing.status, missing.body.error_code]).toEqual([400, 'validation_failed']);
  });

  test('is good for ten minutes', async () => {
    const form = await idp.respond(await begin());
    program.advance(601_000);
    const late = await submit(form);
    program.advance(-601_000);
    expect([late.status, late.body.error_code]).toEqual([422, 'saml_relay_state_expired']);
  });

  test('that is wrong leads a person home with the reason', async () => {
    const form = { ...(await idp.respond(await begin())), RelayState: randomUUID() };
    const { status, to, query } = await submit(form, { accept: 'text/html,*/*' });
    expect(status).toBe(303);
    expect(to?.origin).toBe(program.url);
    expect(query.error_code).toBe('saml_relay_state_not_found');
  });
});

describe('an assertion', () => {
  const expectRefused = (
    { status, to, query, fragment }: Awaited<ReturnType<typeof submit>>,
    code = 'validation_failed',
  ) => {
    expect(status).toBe(303);
    expect(to?.pathname).toBe('/auth/callback');
    expect(fragment.access_token).toBeUndefined();
    expect([query.error_code, fragment.error_code]).toEqual([code, code]);
    expect(query.error).toBeTruthy();
  };

  const past = new Date(Date.now() - 120_000);
  test.each<[string, Partial<AssertedFacts>]>([
    ['for another audience', { audience: 'https://other.example/metadata' }],
    ['for another recipient', { recipient: 'https://other.example/acs' }],
    ['for another destination', { destination: 'https://other.example/acs' }],
    ['by another issuer', { issuer: 'https://other.example/metadata' }],
    ['in answer to another request', { inResponseTo: '_another' }],
    ['in answer to none', { inResponseTo: '' }],
    ['that is over', { notOnOrAfter: past }],
    ['whose subject is over', { subjectNotOnOrAfter: past }],
    ['that is not yet valid', { notBefore: new Date(Date.now() + 300_000) }],
    ['with a status that is none', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }],
  ])('%s is refused', async (_what, facts) => {
    expectRefused(await signIn(facts));
  });

  test('of nobody for good, or without an address of the organisation, is refused', async () => {
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    expectRefused(await signIn({ nameIdFormat: transient }), 'saml_assertion_no_user_id');
    for (const email of ['ceo@other.example', 'x@acme.example.evil.example', 'not an address']) {
      expectRefused(await signIn({ email }), 'saml_assertion_no_email');
    }
  });

  test('is taken once, also in another sign-in and in parallel', async () => {
    const assertionId = `_${randomUUID()}`;
    expect((await signIn({ assertionId })).fragment.access_token).toBeTruthy();
    expectRefused(await signIn({ assertionId }));
    const twin = { assertionId: `_${randomUUID()}` };
    const ends = await Promise.all([signIn(twin), signIn(twin), signIn(twin)]);
    expect(ends.filter(({ fragment }) => fragment.access_token)).toHaveLength(1);
  });

  test('is remembered in the database, so that no restart forgets it', async () => {
    const rows = await program.context.db.selectFrom('saml_assertions').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ expires_at }) => expires_at > new Date())).toBe(true);
  });

  test('that the provider refused carries its words', async () => {
    const { query } = await signIn({ status: 'urn:oasis:names:tc:SAML:2.0:status:Requester' }, (xml) =>
      xml.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, ''),
    );
    expect(query).toMatchObject({ error: 'access_denied', error_description: 'Requester' });
  });

  test('opens no closed account', async () => {
    const user = await userOf((await signIn()).fragment.access_token);
    await program.context.db
      .updateTable('users')
      .set({ banned_until: new Date(Date.now() + 60_000) })
      .where('id', '=', user.id)
      .execute();
    expectRefused(await signIn(), 'user_banned');
  });

  const name = (xml: string) => /<saml:NameID[^>]*>([^<]*)</.exec(xml)?.[1] as string;
  const assertionIn = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] as string;
  const signatureIn = (xml: string) => /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml)?.[0] as string;
  const forgedFrom = (assertion: string) =>
    assertion
      .replace(signatureIn(assertion), '')
      .replace(/ ID="[^"]*"/, ' ID="_forged"')
      .replace(name(assertion), 'admin')
      .replace(/[^>]*@acme\.example/, 'admin@acme.example');
  /** The eight known ways of wrapping (Somorovsky and others, 2012), and what belongs with them. */
  const wrappings: [string, 'assertion' | 'response', (xml: string) => string][] = [
    [
      'XSW1: the signed response within the signature of a forged one',
      'response',
      (xml) => {
        const forged = xml
          .replace(assertionIn(xml), forgedFrom(assertionIn(xml)))
          .replace(/ ID="[^"]*"/, ' ID="_evil"');
        const signature = signatureIn(xml);
        const original = xml.replace(signature, '');
        return forged.replace(
          signature,
          signature.replace('</ds:Signature>', `<ds:Object>${original}</ds:Object></ds:Signature>`),
        );
      },
    ],
    [
      'XSW2: the signed response beside the signature of a forged one',
      'response',
      (xml) => {
        const signature = signatureIn(xml);
        const original = xml.replace(signature, '');
        return xml
          .replace(assertionIn(xml), forgedFrom(assertionIn(xml)))
          .replace(/ ID="[^"]*"/, ' ID="_evil"')
          .replace(signature, `${original}${signature}`);
      },
    ],
    [
      'XSW3: a forged assertion before the signed one',
      'assertion',
      (xml) => xml.replace(assertionIn(xml), `${forgedFrom(assertionIn(xml))}${assertionIn(xml)}`),
    ],
    [
      'XSW4: the signed assertion within a forged one',
      'assertion',
      (xml) =>
        xml.replace(
          assertionIn(xml),
          forgedFrom(assertionIn(xml)).replace('</saml:Assertion>', `${assertionIn(xml)}</saml:Assertion>`),
        ),
    ],
    [
      'XSW5: the signed assertion after one that took its signature',
      'assertion',
      (xml) => {
        const assertion = assertionIn(xml);
        const forged = forgedFrom(assertion).replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signatureIn(assertion)}`,
        );
        return xml.replace(assertion, `${forged}${assertion.replace(signatureIn(assertion), '')}`);
      },
    ],
    [
      'XSW6: the signed assertion within the signature of a forged one',
      'assertion',
      (xml) => {
        const assertion = assertionIn(xml);
        const bare = assertion.replace(signatureIn(assertion), '');
        const wrapped = signatureIn(assertion).replace('</ds:Signature>', `${bare}</ds:Signature>`);
        return xml.replace(
          assertion,
          forgedFrom(assertion).replace('</saml:Issuer>', `</saml:Issuer>${wrapped}`),
        );
      },
    ],
    [
      'XSW7: a forged assertion in extensions',
      'assertion',
      (xml) =>
        xml.replace(
          assertionIn(xml),
          `<samlp:Extensions>${forgedFrom(assertionIn(xml))}</samlp:Extensions>${assertionIn(xml)}`,
        ),
    ],
    [
      'XSW8: the signed assertion in an object of the forged one’s signature',
      'assertion',
      (xml) => {
        const assertion = assertionIn(xml);
        const bare = assertion.replace(signatureIn(assertion), '');
        const wrapped = signatureIn(assertion).replace(
          '</ds:Signature>',
          `<ds:Object>${bare}</ds:Object></ds:Signature>`,
        );
        return xml.replace(
          assertion,
          forgedFrom(assertion).replace('</saml:Issuer>', `</saml:Issuer>${wrapped}`),
        );
      },
    ],
    ['a forged name under the signature', 'assertion', (xml) => xml.replace(`>${name(xml)}<`, '>admin<')],
    ['no signature', 'assertion', (xml) => xml.replace(signatureIn(xml), '')],
    [
      'the same id twice',
      'assertion',
      (xml) => {
        const id = /<saml:Assertion[^>]* ID="([^"]*)"/.exec(xml)?.[1];
        return xml.replace('<samlp:Status>', `<samlp:Status ID="${id}">`);
      },
    ],
    [
      'an assertion under another name for its namespace',
      'assertion',
      (xml) =>
        xml.replace(
          assertionIn(xml),
          `${forgedFrom(assertionIn(xml)).replaceAll('saml:', 'a:').replaceAll('xmlns:saml=', 'xmlns:a=')}${assertionIn(xml)}`,
        ),
    ],
    [
      'HMAC with the certificate as its key',
      'assertion',
      (xml) =>
        xml.replaceAll(
          'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
          'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
        ),
    ],
    [
      'an external entity',
      'assertion',
      (xml) =>
        `<!DOCTYPE samlp:Response [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('<samlp:Status>', '<samlp:Status><!-- &x; -->')}`,
    ],
    [
      'entities that grow',
      'assertion',
      (xml) =>
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${xml.replace('<samlp:Status>', '&b;<samlp:Status>')}`,
    ],
    ['an undeclared entity', 'assertion', (xml) => xml.replace('<samlp:Status>', '&x;<samlp:Status>')],
    [
      'something included',
      'assertion',
      (xml) =>
        xml.replace(
          '<samlp:Status>',
          '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/><samlp:Status>',
        ),
    ],
    ['no end', 'assertion', (xml) => xml.slice(0, -10)],
    ['another document', 'assertion', () => '<html/>'],
    [
      'too many elements in each other',
      'assertion',
      (xml) => xml.replace('<samlp:Status>', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}<samlp:Status>`),
    ],
  ];

  test.each(wrappings)('with %s is refused', async (_what, signs, change) => {
    idp.signs = signs;
    let wasChanged = false;
    const refused = await signIn({}, (xml) => {
      const changed = change(xml);
      wasChanged = changed !== xml;
      return changed;
    });
    expect(wasChanged).toBe(true);
    expectRefused(refused);
    const admins = await program.context.db
      .selectFrom('identities')
      .select('id')
      .where('provider_id', '=', 'admin')
      .execute();
    expect(admins).toEqual([]);
  });

  test('signed with SHA-1 is refused', async () => {
    idp.signatureAlgorithm = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
    try {
      expectRefused(
        await signIn({}, (xml) => {
          expect(xml).toContain('xmldsig#rsa-sha1');
          return xml;
        }),
      );
    } finally {
      idp.signatureAlgorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
    }
  });

  test('signed by somebody else who brings their own certificate is refused', async () => {
    const mallory = await startIdentityProvider();
    const form = await mallory.respond(await begin(), { ...idp.person, issuer: idp.entityId });
    await mallory.stop();
    expectRefused(await submit(form));
  });

  test('whose name holds a comment is of the whole name', async () => {
    const nameId = `${randomUUID()}@acme.example`;
    const { fragment } = await signIn({ nameId: `${nameId}<!-- -->.evil.example`, email: 'a@acme.example' });
    const { identities } = await userOf(fragment.access_token);
    expect(identities[0].id).toBe(`${nameId}.evil.example`);
    const inserted = await signIn({ nameId, email: 'b@acme.example' }, (xml) =>
      xml.replace(nameId, `${nameId.slice(0, 5)}<!---->${nameId.slice(5)}`),
    );
    if (inserted.fragment.access_token) {
      expect((await userOf(inserted.fragment.access_token)).identities[0].id).toBe(nameId);
    }
  });

  test('that is no base64, or far too long, is refused', async () => {
    for (const SAMLResponse of ['%%%', Buffer.alloc(600_000, 'a').toString('base64')]) {
      expectRefused(await submit({ ...(await idp.respond(await begin())), SAMLResponse }));
    }
  });
});

describe('a provider that is away', () => {
  test('is said to the client, and afterwards nothing is different', async () => {
    const away = await startIdentityProvider();
    const file = join(folder, 'away.json');
    await writeFile(
      file,
      JSON.stringify([{ id: remoteId, domains: ['away.example'], metadata: `${away.url}/metadata` }]),
    );
    await away.stop();
    const other = await startProgram({ SAML_PROVIDERS: file });
    const { status, answer, headers } = await (await authProtocol(other)).call('/sso', {
      body: { domain: 'away.example' },
    });
    expect([status, answer.error_code]).toEqual([503, 'service_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await other.stop();
  });
});

describe('the operator’s file', () => {
  test('turns it on, and everywhere says so', async () => {
    expect((await auth.call('/settings')).answer.saml_enabled).toBe(true);
    expect(await (await fetch(`${program.url}/config.json`)).json()).toMatchObject({ saml: true });
    const plain = await startProgram();
    const other = await authProtocol(plain);
    expect((await other.call('/settings')).answer.saml_enabled).toBe(false);
    expect(await (await fetch(`${plain.url}/config.json`)).json()).toMatchObject({ saml: false });
    for (const [path, options] of [
      ['/sso', { body: { domain: 'acme.example' } }],
      ['/sso/saml/metadata', {}],
      [
        '/sso/saml/acs',
        { raw: 'SAMLResponse=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      ],
    ] as const) {
      const { status, answer } = await other.call(path, options);
      expect([status, answer.error_code]).toEqual([404, 'saml_provider_disabled']);
    }
    await plain.stop();
  });

  test('that is wrong ends the start with the reason', async () => {
    const file = join(folder, 'wrong.json');
    const started = async (text: string) => {
      await writeFile(file, text);
      return () => readConfig({ SAML_PROVIDERS: file });
    };
    const one = { id: 'a', domains: ['a.example'], metadata: 'acme.xml' };
    expect(await started('{')).toThrow(/^SAML_PROVIDERS cannot be used/);
    expect(await started(JSON.stringify([{ ...one, domains: [] }]))).toThrow(/domains/);
    expect(await started(JSON.stringify([{ ...one, id: '../x' }]))).toThrow(/id/);
    expect(await started(JSON.stringify([one, { ...one, id: 'b' }]))).toThrow('a domain is listed twice');
    expect(await started(JSON.stringify([one, one]))).toThrow('an id is listed twice');
    expect(await started(JSON.stringify([{ ...one, metadata: 'absent.xml' }]))).toThrow(/absent\.xml/);
    expect((await started(JSON.stringify([one])))().samlProviders).toHaveLength(1);
  });
});

describe('people of an organisation', () => {
  test('set no password here, and link nothing', async () => {
    const { fragment } = await signIn();
    const put = await auth.put(fragment.access_token as string, {
      password: createHash('sha256').update('x').digest('hex'),
    });
    expect([put.status, put.answer.error_code]).toEqual([422, 'user_sso_managed']);
    const recovered = await auth.call('/recover', { body: { email: idp.person.email } });
    expect(recovered.status).toBe(200);
    await program.settle();
    expect(await program.mailbox(idp.person.email)).toEqual([]);
  });
});
