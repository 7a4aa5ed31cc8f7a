import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { newId } from '../../kit/ids.ts';
import { sha256 } from './digest.ts';
import { insertFlowState, issueFlowCode } from './queries.ts';
import type { CodeChallenge } from './requests.ts';

/** How a flow that ends in a code began; the session that the code buys carries it. */
type FlowMethod = 'email/signup' | 'recovery' | 'magiclink' | 'email_change';

/** The flow of a client that wants a code for its session (PKCE); none for one that does not. */
export async function beginFlow(
  context: Context,
  db: Db,
  userId: string,
  method: FlowMethod,
  challenge: CodeChallenge | null | undefined,
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
    now,
  });
  return id;
}

/** The code for a client whose person has proven who they are. */
export async function finishFlow(context: Context, db: Db, flowStateId: string): Promise<string> {
  const code = randomUUID();
  await issueFlowCode(db, flowStateId, sha256(code), context.clock());
  return code;
}
