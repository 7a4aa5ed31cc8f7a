import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { listenLocally } from './local.ts';

/** Whom the issuer says the browser belongs to. */
export interface IssuedPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
  picture?: string;
}

const clientId = 'parlance-tests';
const clientSecret = 'a-secret-of-tests-that-is-long-enough';
const alg = 'RS256';

export const newPerson = (facts: Partial<IssuedPerson> = {}): IssuedPerson => ({
  sub: randomUUID(),
  email: `person-${randomUUID()}@example.org`,
  email_verified: true,
  name: 'Camille Morel',
  given_name: 'Camille',
  family_name: 'Morel',
  ...facts,
});

/**
 * A real OpenID Connect issuer on loopback, in Google's place: whoever comes is `person` and consents at once. `env` is
 * what the program is told of it. It can be made to misbehave.
 */
export async function startOidcIssuer({ claimsInToken = true } = {}) {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomUUID();
  const key = { ...(await exportJWK(privateKey)), alg, kid, use: 'sig' };
  const people = new Map<string, IssuedPerson>();
  const requests: string[] = [];

  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const { port, stop } = await listenLocally(server);
  const url = `http://127.0.0.1:${port}`;

  const issuer = {
    url,
    env: { GOOGLE_ISSUER: url, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret },
    person: newPerson(),
    /** The person says no. */
    isRefusing: false,
    /** Every answer is 503. */
    isDown: false,
    /** Changes what the ID tokens of the token endpoint say; signed by the issuer all the same. */
    tamper: undefined as ((claims: JWTPayload) => JWTPayload) | undefined,
    /** Signs them with a key that the issuer does not publish. */
    isForging: false,
    requests,
    idToken,
    stop,
  };

  provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['http://127.0.0.1/auth/v1/callback'],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomUUID()] },
    conformIdTokenClaims: !claimsInToken,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, id: string) => ({ accountId: id, claims: () => ({ ...people.get(id) }) }),
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
  });
  // The program finds its port after the issuer has started.
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    /^http:\/\/(127\.0\.0\.1|localhost):\d+\/auth\/v1\/callback$/.test(uri);
  const answerProtocol = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', url);
    requests.push(`${request.method} ${pathname}`);
    if (issuer.isDown) return void response.writeHead(503).end();
    if (pathname.startsWith('/interaction/')) return consent(request, response);
    // Each visit is a new one: whom the last one was is forgotten.
    if (pathname === '/auth') delete request.headers.cookie;
    if (pathname === '/token' && (issuer.tamper || issuer.isForging)) rewriteAnswer(response);
    answerProtocol(request, response);
  }

  async function consent(request: IncomingMessage, response: ServerResponse) {
    if (!provider) throw new Error('not started');
    const { params } = await provider.interactionDetails(request, response);
    if (issuer.isRefusing) {
      const refusal = { error: 'access_denied', error_description: 'The person said no' };
      return provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false });
    }
    const accountId = issuer.person.sub;
    people.set(accountId, { ...issuer.person });
    const grant = new provider.Grant({ accountId, clientId: params.client_id });
    grant.addOIDCScope(params.scope);
    await provider.interactionFinished(
      request,
      response,
      { login: { accountId }, consent: { grantId: await grant.save() } },
      { mergeWithLastSubmission: false },
    );
  }

  function rewriteAnswer(response: ServerResponse) {
    const end = response.end.bind(response);
    response.end = ((chunk: string | Buffer) => {
      const body = JSON.parse(String(chunk));
      const claims = decodeJwt(body.id_token);
      void sign(issuer.tamper?.(claims) ?? claims).then((token) => {
        const text = JSON.stringify({ ...body, id_token: token });
        response.setHeader('content-length', Buffer.byteLength(text));
        end(text);
      });
      return response;
    }) as never;
  }

  async function sign(claims: JWTPayload): Promise<string> {
    const signer = issuer.isForging ? (await generateKeyPair(alg)).privateKey : privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg, kid }).sign(signer);
  }

  /** An ID token as a client gets it that speaks to the issuer by itself. */
  function idToken({ accessToken, ...facts }: JWTPayload & { accessToken?: string } = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const hash = accessToken && createHash('sha256').update(accessToken).digest().subarray(0, 16);
    return sign({
      iss: url,
      aud: clientId,
      iat: now,
      exp: now + 3600,
      ...issuer.person,
      ...(hash ? { at_hash: hash.toString('base64url') } : {}),
      ...facts,
    });
  }

  return issuer;
}

export type OidcIssuer = Awaited<ReturnType<typeof startOidcIssuer>>;
