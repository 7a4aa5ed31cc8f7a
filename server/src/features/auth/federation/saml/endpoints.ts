import { randomUUID } from 'node:crypto';
import type { Language } from '@parlance/contract/i18n';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../../context.ts';
import { randomToken } from '../../../../kit/ids.ts';
import type { SamlProvider } from '../../../../saml-providers.ts';
import { requireCaptcha } from '../../protocol/captcha.ts';
import { asAuthError, deviceOf, type EndpointGroup, queryOf, visitOf } from '../../protocol/endpoints.ts';
import { addProviderError, ProviderRefusal } from '../../protocol/redirect-answers.ts';
import { sha256 } from '../../requests/digest.ts';
import { AuthError, validationError } from '../../requests/errors.ts';
import { asBody, type Body, parseCodeChallenge, parseFlag } from '../../requests/fields.ts';
import { checkedRedirect } from '../../requests/redirects.ts';
import { admitOrganisationUser } from '../identities.ts';
import { isUnavailable } from '../provider-fetch.ts';
import { matchBrowser, setBrowserCookie } from '../provider-flows.ts';
import {
  claimProviderFlow,
  type FoundFlow,
  insertProviderFlow,
  keepProviderAnswer,
  providerFlowById,
  rememberAssertion,
  useProviderFlow,
} from '../queries.ts';
import { redirectAfterSignIn } from '../sign-in.ts';
import {
  samlSignInAddress,
  serviceMetadata,
  type VerifiedAssertion,
  verifyResponse,
} from './service-provider.ts';

const relayStateMs = 600_000;

/** Sign-in by the provider of one's organisation, found by the domain of the address. */
export const samlEndpoints: EndpointGroup = (at, context) => {
  at('/sso', {
    POST: async (request, reply) => {
      const { language } = await visitOf(context, request, 'sso');
      const body = asBody(request.body);
      await requireCaptcha(context, body);
      requireProviders(context);
      const provider = providerFor(context, body);
      const url = await begin(context, request, reply, provider, { body, language });
      return parseFlag(body.skip_http_redirect, 'skip_http_redirect', false)
        ? { url }
        : redirectWithoutReferrer(reply, url);
    },
  });
  at('/sso/saml/metadata', {
    GET: (_request, reply) => {
      requireProviders(context);
      return reply.type('application/samlmetadata+xml').send(serviceMetadata(context));
    },
  });
  at('/sso/saml/start', {
    GET: (request, reply) => start(context, request, reply),
    HEAD: (_request, reply) => reply.code(204).send(),
  });
  at('/sso/saml/acs', {
    POST: (request, reply) => consume(context, request, reply),
    GET: (request, reply) => collect(context, request, reply),
    HEAD: (_request, reply) => reply.code(204).send(),
  });
};

function requireProviders({ config }: Context): void {
  if (config.samlProviders.length === 0)
    throw new AuthError('saml_provider_disabled', 'SAML 2.0 is disabled');
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

function providerFor({ config }: Context, { domain, provider_id: id }: Body): SamlProvider {
  if (isGiven(domain) === isGiven(id))
    throw validationError('Either domain or provider_id is required, not both');
  const wish = isGiven(domain) ? domain : id;
  if (typeof wish !== 'string') throw validationError('domain and provider_id are strings');
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

/**
 * Whether a page of another site of ours asks: its call can't keep our cookie, so its browser steps by an address of
 * ours.
 */
const isFromElsewhere = ({ config }: Context, { headers }: FastifyRequest) =>
  headers.origin !== undefined && headers.origin !== new URL(config.publicUrl).origin;

async function begin(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: SamlProvider,
  { body, language }: { body: Body; language: Language },
): Promise<string> {
  const challenge = parseCodeChallenge(body);
  const relayState = randomUUID();
  const requestId = `_${randomToken(24)}`;
  const address = await addressAt(context, provider, { requestId, relayState });
  const stepsBy = isFromElsewhere(context, request);
  await insertProviderFlow(context.db, {
    id: relayState,
    provider: `sso:${provider.id}`,
    redirectTo: checkedRedirect(context.config, body.redirect_to, request.headers.referer),
    language,
    challenge,
    link: null,
    browserHash: stepsBy ? null : setBrowserCookie(context, reply, relayState),
    nonce: null,
    verifierSealed: null,
    requestId,
    createdAt: context.clock(),
  });
  return stepsBy ? `${context.config.publicUrl}/auth/v1/sso/saml/start?flow=${relayState}` : address;
}

const addressAt = (
  context: Context,
  provider: SamlProvider,
  request: { requestId: string; relayState: string },
): Promise<string> =>
  samlSignInAddress(context, provider, request).catch((error) => {
    if (!isUnavailable(error)) throw error;
    context.log.warn({ error, provider: provider.id }, 'the sign-in provider was of no help');
    throw away();
  });

/** Sends the browser of a page of another site to the provider: from here on the flow is this browser's. */
async function start(context: Context, request: FastifyRequest, reply: FastifyReply) {
  requireProviders(context);
  const flow = await openFlow(context, queryOf(request).flow);
  const address = await addressAt(context, providerOf(context, flow), {
    requestId: flow.request_id,
    relayState: flow.id,
  });
  if (!(await claimProviderFlow(context.db, flow.id, setBrowserCookie(context, reply, flow.id))))
    throw unknownFlow();
  return redirectWithoutReferrer(reply, address);
}

function redirectWithoutReferrer(reply: FastifyReply, address: string) {
  reply.header('referrer-policy', 'no-referrer');
  return reply.redirect(address, 303);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const unknownFlow = () =>
  new AuthError('saml_relay_state_not_found', 'SAML RelayState not found, used before or of another browser');

type OpenFlow = FoundFlow & { request_id: string };

/** The request that a RelayState stands for: good once, for ten minutes. */
async function openFlow(context: Context, relayState: unknown): Promise<OpenFlow> {
  const known =
    typeof relayState === 'string' && uuid.test(relayState)
      ? await providerFlowById(context.db, relayState)
      : undefined;
  if (!known?.request_id || known.used_at) throw unknownFlow();
  if (context.clock().getTime() - known.created_at.getTime() > relayStateMs) {
    throw new AuthError(
      'saml_relay_state_expired',
      'SAML RelayState has expired. Try loading the app again.',
    );
  }
  return { ...known, request_id: known.request_id };
}

async function useFlow(context: Context, { id }: OpenFlow): Promise<void> {
  if (!(await useProviderFlow(context.db, id, context.clock()))) throw unknownFlow();
}

function providerOf({ config }: Context, { provider }: FoundFlow): SamlProvider {
  const found = config.samlProviders.find(({ id }) => provider === `sso:${id}`);
  if (!found) throw new AuthError('sso_provider_not_found', 'This SSO provider is gone');
  return found;
}

const answerAssociatedData = (id: string) => `provider_flows.answer_sealed.${id}`;

/**
 * Takes what the provider has the browser post. It is posted from another site, so that the cookie of the browser that
 * asked is seldom with it: what was verified waits until that browser comes for it by itself.
 */
async function consume(context: Context, request: FastifyRequest, reply: FastifyReply) {
  requireProviders(context);
  const { SAMLResponse: response, RelayState: relayState } = asBody(request.body);
  return redirectWithError(context, request, reply, async (knows) => {
    if (typeof response !== 'string' || response === '') throw validationError('SAMLResponse is missing');
    const flow = await openFlow(context, relayState);
    const browser = matchBrowser(context, request, flow);
    if (browser === 'other' || flow.answer_sealed !== null) throw unknownFlow();
    knows(checkedRedirect(context.config, flow.redirect_to));
    if (browser === 'same') {
      await useFlow(context, flow);
      return signedInAddress(context, request, flow, await verifyFlowResponse(context, flow, response));
    }
    const found = await verifyFlowResponse(context, flow, response).catch(async (error) => {
      await useFlow(context, flow);
      throw error;
    });
    const sealed = context.secrets.encrypt(JSON.stringify(found), answerAssociatedData(flow.id));
    if (!(await keepProviderAnswer(context.db, flow.id, sealed))) throw unknownFlow();
    return `${context.config.publicUrl}/auth/v1/sso/saml/acs?flow=${flow.id}`;
  });
}

/** Hands what the provider has answered to the browser that asked, and to no other. */
async function collect(context: Context, request: FastifyRequest, reply: FastifyReply) {
  requireProviders(context);
  return redirectWithError(context, request, reply, async (knows) => {
    const flow = await openFlow(context, queryOf(request).flow);
    if (flow.answer_sealed === null || matchBrowser(context, request, flow) !== 'same') throw unknownFlow();
    knows(checkedRedirect(context.config, flow.redirect_to));
    await useFlow(context, flow);
    const answer = JSON.parse(
      context.secrets.decrypt(flow.answer_sealed, answerAssociatedData(flow.id)),
    ) as VerifiedAssertion;
    const found = { ...answer, expiresAt: new Date(answer.expiresAt) };
    return signedInAddress(context, request, flow, found);
  });
}

/** Redirects to where the work leads, or says why not: at the page that was asked for, once it is known. */
async function redirectWithError(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (knows: (redirectTo: string) => void) => Promise<string>,
) {
  // A person stands before this page; a program wants to know why.
  const isPerson = String(request.headers.accept ?? '').includes('text/html');
  let to: string | undefined = isPerson ? context.config.publicUrl : undefined;
  try {
    return redirectWithoutReferrer(
      reply,
      await work((redirectTo) => {
        to = redirectTo;
      }),
    );
  } catch (thrown) {
    if (to === undefined) throw thrown;
    const error = thrown instanceof ProviderRefusal ? thrown : asAuthError(context, thrown, request);
    return redirectWithoutReferrer(reply, addProviderError(to, error));
  }
}

const verifyFlowResponse = (context: Context, flow: OpenFlow, response: string): Promise<VerifiedAssertion> =>
  verifyResponse(context, providerOf(context, flow), flow.request_id, response).catch((error) => {
    throw isUnavailable(error) ? away() : error;
  });

const signedInAddress = (
  context: Context,
  request: FastifyRequest,
  flow: OpenFlow,
  { person, assertionId, expiresAt }: VerifiedAssertion,
): Promise<string> =>
  redirectAfterSignIn(context, flow, {
    async findAccount(db) {
      const hash = sha256(assertionId);
      if (!(await rememberAssertion(db, { provider: person.provider, hash, expiresAt }))) {
        throw validationError('SAML Assertion was used before');
      }
      return admitOrganisationUser(context, db, person);
    },
    method: 'sso/saml',
    provider: providerOf(context, flow).id,
    device: deviceOf(request),
  });
