import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { randomToken } from '../../kit/ids.ts';
import type { SamlProvider } from '../../saml-providers.ts';
import { requireCaptcha } from './captcha.ts';
import { sha256 } from './digest.ts';
import { AuthError, invalid } from './errors.ts';
import { addressAfterSignIn } from './federated-sign-in.ts';
import {
  type FoundFlow,
  insertProviderFlow,
  providerFlowById,
  rememberAssertion,
  useProviderFlow,
} from './federation-queries.ts';
import { organisationAccountOf } from './identities.ts';
import { type AuthArea, asAuthError, deviceOf, visitOf } from './protocol.ts';
import { isUnavailable } from './provider-fetch.ts';
import { ProviderRefusal, withProviderError } from './redirect-answers.ts';
import { checkedRedirect } from './redirects.ts';
import { asBody, type Body, parseCodeChallenge, parseFlag } from './requests.ts';
import { samlSignInAddress, serviceMetadata, verifyResponse } from './saml.ts';

const relayStateMs = 600_000;

/** Sign-in by the provider of one's organisation, found by the domain of the address. */
export const samlEndpoints: AuthArea = (at, context) => {
  at('/sso', {
    POST: async (request, reply) => {
      const { language } = await visitOf(context, request, 'sso');
      const body = asBody(request.body);
      await requireCaptcha(context, body);
      requireProviders(context);
      const provider = providerFor(context, body);
      const url = await begin(context, request, provider, { body, language });
      return parseFlag(body.skip_http_redirect, 'skip_http_redirect', false) ? { url } : leave(reply, url);
    },
  });
  at('/sso/saml/metadata', {
    GET: (_request, reply) => {
      requireProviders(context);
      return reply.type('application/samlmetadata+xml').send(serviceMetadata(context));
    },
  });
  at('/sso/saml/acs', { POST: (request, reply) => consume(context, request, reply) });
};

function requireProviders({ config }: Context): void {
  if (config.samlProviders.length === 0)
    throw new AuthError('saml_provider_disabled', 'SAML 2.0 is disabled');
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

function providerFor({ config }: Context, { domain, provider_id: id }: Body): SamlProvider {
  if (isGiven(domain) === isGiven(id)) throw invalid('Either domain or provider_id is required, not both');
  const wish = isGiven(domain) ? domain : id;
  if (typeof wish !== 'string') throw invalid('domain and provider_id are strings');
  const found = config.samlProviders.find((provider) =>
    isGiven(domain) ? provider.domains.includes(wish.trim().toLowerCase()) : provider.id === wish,
  );
  if (!found) throw new AuthError('sso_provider_not_found', 'No SSO provider assigned for this domain');
  return found;
}

const away = () =>
  new AuthError(
    'service_unavailable',
    'The sign-in provider of the organisation cannot be reached right now',
  );

async function begin(
  context: Context,
  request: FastifyRequest,
  provider: SamlProvider,
  { body, language }: { body: Body; language: string },
): Promise<string> {
  const challenge = parseCodeChallenge(body);
  const relayState = randomUUID();
  const requestId = `_${randomToken(24)}`;
  const address = await samlSignInAddress(context, provider, { requestId, relayState }).catch((error) => {
    if (!isUnavailable(error)) throw error;
    context.log.warn({ error, provider: provider.id }, 'the sign-in provider was of no help');
    throw away();
  });
  await insertProviderFlow(context.db, {
    id: relayState,
    provider: `sso:${provider.id}`,
    redirectTo: checkedRedirect(context.config, body.redirect_to, request.headers.referer),
    language,
    challenge,
    link: null,
    browserHash: null,
    nonce: null,
    verifierSealed: null,
    requestId,
    createdAt: context.clock(),
  });
  return address;
}

function leave(reply: FastifyReply, address: string) {
  reply.header('referrer-policy', 'no-referrer');
  return reply.redirect(address, 303);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The request that a RelayState stands for: good once, for ten minutes. */
async function requestOf(context: Context, relayState: unknown): Promise<FoundFlow & { request_id: string }> {
  const known =
    typeof relayState === 'string' && uuid.test(relayState)
      ? await providerFlowById(context.db, relayState)
      : undefined;
  const unknown = () =>
    new AuthError('saml_relay_state_not_found', 'SAML RelayState not found or used before');
  if (!known?.request_id || known.used_at) throw unknown();
  const now = context.clock();
  if (now.getTime() - known.created_at.getTime() > relayStateMs) {
    throw new AuthError(
      'saml_relay_state_expired',
      'SAML RelayState has expired. Try loading the app again.',
    );
  }
  if (!(await useProviderFlow(context.db, known.id, now))) throw unknown();
  return { ...known, request_id: known.request_id };
}

async function consume(context: Context, request: FastifyRequest, reply: FastifyReply) {
  requireProviders(context);
  const { SAMLResponse: response, RelayState: relayState } = asBody(request.body);
  // A person stands before this page; a program wants to know why.
  const isPerson = String(request.headers.accept ?? '').includes('text/html');
  let to: string | undefined = isPerson ? context.config.publicUrl : undefined;
  try {
    if (typeof response !== 'string' || response === '') throw invalid('SAMLResponse is missing');
    const flow = await requestOf(context, relayState);
    to = checkedRedirect(context.config, flow.redirect_to);
    return leave(reply, await answered(context, request, flow, response));
  } catch (thrown) {
    if (to === undefined) throw thrown;
    const error = thrown instanceof ProviderRefusal ? thrown : asAuthError(context, thrown, request);
    return leave(reply, withProviderError(to, error));
  }
}

async function answered(
  context: Context,
  request: FastifyRequest,
  flow: FoundFlow & { request_id: string },
  response: string,
): Promise<string> {
  const provider = context.config.samlProviders.find(({ id }) => flow.provider === `sso:${id}`);
  if (!provider) throw new AuthError('sso_provider_not_found', 'This SSO provider is gone');
  const { person, assertionId, expiresAt } = await verifyResponse(
    context,
    provider,
    flow.request_id,
    response,
  ).catch((error) => {
    throw isUnavailable(error) ? away() : error;
  });
  return addressAfterSignIn(context, flow, {
    async accountOf(db) {
      const hash = sha256(assertionId);
      if (!(await rememberAssertion(db, { provider: person.provider, hash, expiresAt }))) {
        throw invalid('SAML Assertion was used before');
      }
      return organisationAccountOf(context, db, person);
    },
    method: 'sso/saml',
    provider: provider.id,
    device: deviceOf(request),
  });
}
