import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import type { Context } from '../../../context.ts';
import { languageOf } from '../../../kit/http/route.ts';
import { randomToken } from '../../../kit/ids.ts';
import { sha256 } from '../requests/digest.ts';
import { AuthError } from '../requests/errors.ts';
import type { CodeChallenge } from '../requests/fields.ts';
import { authorizationAddress } from './oidc.ts';
import { type FoundFlow, insertProviderFlow, providerFlowById, useProviderFlow } from './queries.ts';

/** What a browser asks for when it begins a flow. */
export interface AuthorizationRequest {
  redirectTo: string;
  challenge: CodeChallenge | undefined;
  /** Whose account the identity is for, asked in which session; none for a sign-in. */
  link: { userId: string; sessionId: string } | null;
  scope: string;
  parameters: Record<string, string>;
}

const audience = 'provider-state';
const cookieSeconds = 600;
const verifierAssociatedData = (id: string) => `provider_flows.verifier_sealed.${id}`;
const stateIssuer = ({ config }: Context) => `${config.publicUrl}/auth/v1`;
const stateKey = ({ secrets }: Context) => secrets.derive('auth.provider-state');

const isSecure = ({ config }: Context) => config.publicUrl.startsWith('https:');
const cookieName = (context: Context, id: string) =>
  `${isSecure(context) ? '__Host-' : ''}parlance-sign-in-${id}`;

/** Sets our only cookie: it authenticates nobody, it says which browser began. */
function setCookie(context: Context, reply: FastifyReply, id: string, value: string, seconds: number): void {
  reply.header(
    'set-cookie',
    [
      `${cookieName(context, id)}=${value}`,
      'Path=/',
      `Max-Age=${seconds}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isSecure(context) ? ['Secure'] : []),
    ].join('; '),
  );
}

function cookieOf(context: Context, request: FastifyRequest, id: string): string | undefined {
  const name = `${cookieName(context, id)}=`;
  return request.headers.cookie
    ?.split(/;\s*/)
    .find((pair) => pair.startsWith(name))
    ?.slice(name.length);
}

/** Marks the browser that begins a flow; the answer is what its cookie is known by. */
export function setBrowserCookie(context: Context, reply: FastifyReply, id: string): Buffer {
  const browser = randomToken(32);
  setCookie(context, reply, id, browser, cookieSeconds);
  return sha256(browser);
}

/** Which browser this one says it is: the one that began the flow, another, or none that it would tell. */
export function matchBrowser(
  context: Context,
  request: FastifyRequest,
  flow: Pick<FoundFlow, 'id' | 'browser_hash'>,
): 'same' | 'other' | 'untold' {
  const browser = cookieOf(context, request, flow.id);
  if (browser === undefined) return 'untold';
  return flow.browser_hash?.equals(sha256(browser)) ? 'same' : 'other';
}

/** Begins a sign-in with Google in this browser; the answer is where it goes. */
export async function startProviderFlow(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { redirectTo, challenge, link, scope, parameters }: AuthorizationRequest,
): Promise<string> {
  const now = context.clock();
  const id = randomUUID();
  const [nonce, verifier] = [randomToken(16), randomToken(32)];
  const state = await new SignJWT({ jti: id })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(stateIssuer(context))
    .setAudience(audience)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + context.config.auth.codeSeconds)
    .sign(stateKey(context));
  const address = await authorizationAddress(context, { state, nonce, verifier }, { scope, parameters });
  await insertProviderFlow(context.db, {
    id,
    provider: 'google',
    redirectTo,
    language: languageOf(request),
    challenge,
    link,
    browserHash: setBrowserCookie(context, reply, id),
    nonce,
    verifierSealed: context.secrets.encrypt(verifier, verifierAssociatedData(id)),
    requestId: null,
    createdAt: now,
  });
  return address;
}

const badState = (message: string) => new AuthError('bad_oauth_state', message);

/** The row that a state of ours names; the signature is checked, and that it is recent. */
async function idOfState(context: Context, state: unknown): Promise<string> {
  if (typeof state !== 'string' || state === '') {
    throw new AuthError('bad_oauth_callback', 'OAuth state parameter missing');
  }
  try {
    const { payload } = await jwtVerify(state, stateKey(context), {
      algorithms: ['HS256'],
      issuer: stateIssuer(context),
      audience,
      currentDate: context.clock(),
      requiredClaims: ['exp', 'jti'],
    });
    return String(payload.jti);
  } catch (error) {
    if (error instanceof joseErrors.JWTExpired) throw badState('OAuth state has expired');
    if (error instanceof joseErrors.JOSEError) throw badState('OAuth state is invalid');
    throw error;
  }
}

/** Whether the browser that came back says which one it is, whatever that is worth. */
export async function hasFlowCookie(
  context: Context,
  request: FastifyRequest,
  state: unknown,
): Promise<boolean> {
  return cookieOf(context, request, await idOfState(context, state)) !== undefined;
}

/** Ends the sign-in that this browser began, whatever comes of it: a state is good once. */
export async function finishProviderFlow(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  state: unknown,
): Promise<{ flow: FoundFlow; nonce: string; verifier: string }> {
  const id = await idOfState(context, state);
  if (cookieOf(context, request, id) === undefined) {
    throw badState('OAuth state belongs to another browser');
  }
  const flow = await providerFlowById(context.db, id);
  if (!flow?.nonce || !flow.verifier_sealed || matchBrowser(context, request, flow) !== 'same') {
    throw badState('OAuth state not found or belongs to another browser');
  }
  setCookie(context, reply, id, '', 0);
  if (!(await useProviderFlow(context.db, id, context.clock()))) {
    throw new AuthError('flow_state_already_used', 'OAuth state has already been used');
  }
  return {
    flow,
    nonce: flow.nonce,
    verifier: context.secrets.decrypt(flow.verifier_sealed, verifierAssociatedData(id)),
  };
}
