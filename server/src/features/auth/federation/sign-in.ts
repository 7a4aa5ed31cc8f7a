import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { addSession } from '../protocol/redirect-answers.ts';
import { AuthError } from '../requests/errors.ts';
import type { CodeChallenge } from '../requests/fields.ts';
import { checkedRedirect, withQuery } from '../requests/redirects.ts';
import type { Device } from '../sessions/devices.ts';
import { beginFlow, finishFlow, type ProviderTokens } from '../sessions/flows.ts';
import { type LiveSession, logSignIn, openSession, presentSession } from '../sessions/sessions.ts';
import type { FoundFlow } from './queries.ts';

interface FederatedSignIn {
  /** The account, in the transaction that opens the session; a refusal that is returned is committed. */
  findAccount(db: Db): Promise<string | AuthError>;
  method: 'oauth' | 'sso/saml';
  /** The method's provider, where it has several. */
  provider?: string;
  tokens?: ProviderTokens;
  device: Device;
}

const uniqueViolation = '23505';

/** Runs once more where somebody else made the same identity or account at the same moment: now it is known. */
async function retryIfTaken<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if ((error as { code?: unknown }).code !== uniqueViolation) throw error;
    return run();
  }
}

/** A session for whom a provider vouches for. */
export async function openFederatedSession(context: Context, way: FederatedSignIn): Promise<LiveSession> {
  const outcome = await retryIfTaken(() =>
    transaction(context.db, async (db) => {
      const userId = await way.findAccount(db);
      return userId instanceof AuthError ? userId : openFor(context, db, userId, way);
    }),
  );
  if (outcome instanceof AuthError) throw outcome;
  logSignIn(context, outcome.userId, way.device);
  return outcome;
}

async function openFor(context: Context, db: Db, userId: string, way: FederatedSignIn): Promise<LiveSession> {
  const { method, provider, tokens, device } = way;
  const session = await openSession(context, db, {
    userId,
    method,
    ...(provider === undefined ? {} : { provider }),
    device,
  });
  return tokens ? { ...session, providerTokens: tokens } : session;
}

const challengeOf = (flow: FoundFlow): CodeChallenge | undefined =>
  flow.code_challenge === null
    ? undefined
    : { challenge: flow.code_challenge, method: flow.code_challenge_method === 's256' ? 's256' : 'plain' };

/** Where the browser goes that came back from a provider: with a session, or with the code for one. */
export async function redirectAfterSignIn(
  context: Context,
  flow: FoundFlow,
  way: FederatedSignIn,
): Promise<string> {
  const to = checkedRedirect(context.config, flow.redirect_to);
  const challenge = challengeOf(flow);
  if (!challenge)
    return addSession(to, await presentSession(context, await openFederatedSession(context, way)));
  const outcome = await retryIfTaken(() =>
    transaction(context.db, async (db) => {
      const userId = await way.findAccount(db);
      if (userId instanceof AuthError) return userId;
      const flowId = await beginFlow(context, db, userId, way.method, challenge, way.provider);
      return finishFlow(context, db, flowId as string, way.tokens);
    }),
  );
  if (outcome instanceof AuthError) throw outcome;
  return withQuery(to, { code: outcome });
}
