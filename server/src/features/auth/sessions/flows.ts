import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { newId } from '../../../kit/ids.ts';
import { insertFlowState, issueFlowCode } from '../queries/flows.ts';
import { sha256 } from '../requests/digest.ts';
import type { CodeChallenge } from '../requests/fields.ts';

/** How a flow that ends in a code began; the session that the code buys carries it. */
type FlowMethod = 'email/signup' | 'recovery' | 'magiclink' | 'email_change' | 'oauth' | 'sso/saml';

/** What Google gave beside the proof of who somebody is: handed on with the session, once. */
export interface ProviderTokens {
  access: string;
  refresh?: string | undefined;
}

// Named by the code, which is not stored: the tokens open for who brings it.
export const providerTokensAssociatedData = (code: string) => `flow_states.provider_tokens_sealed.${code}`;

/** The flow of a client that wants a code for its session (PKCE); none for one that does not. */
export async function beginFlow(
  context: Context,
  db: Db,
  userId: string,
  method: FlowMethod,
  challenge: CodeChallenge | null | undefined,
  /** The method's provider, where it has several. */
  provider?: string,
): Promise<string | null> {
  if (!challenge) return null;
  const now = context.clock();
  const id = newId(now);
  await insertFlowState(db, {
    id,
    userId,
    method,
    challenge: challenge.challenge,
    challengeMethod: challenge.method,
    provider: provider ?? null,
    now,
  });
  return id;
}

/** The code for a client whose person has proven who they are. */
export async function finishFlow(
  context: Context,
  db: Db,
  flowStateId: string,
  tokens?: ProviderTokens,
): Promise<string> {
  const code = randomUUID();
  const sealed =
    tokens && context.secrets.encrypt(JSON.stringify(tokens), providerTokensAssociatedData(code));
  await issueFlowCode(db, flowStateId, sha256(code), sealed ?? null, context.clock());
  return code;
}
