import type { Db } from '../../../db/open.ts';
import { lockUsers } from './accounts.ts';

export const insertFlowState = (
  db: Db,
  flow: {
    id: string;
    userId: string;
    method: string;
    provider: string | null;
    challenge: string;
    challengeMethod: 's256' | 'plain';
    now: Date;
  },
) =>
  db
    .insertInto('flow_states')
    .values({
      id: flow.id,
      user_id: flow.userId,
      method: flow.method,
      provider: flow.provider,
      code_challenge: flow.challenge,
      code_challenge_method: flow.challengeMethod,
      created_at: flow.now,
    })
    .execute();

export const issueFlowCode = (
  db: Db,
  flowId: string,
  codeHash: Buffer,
  providerTokensSealed: string | null,
  now: Date,
) =>
  db
    .updateTable('flow_states')
    .set({ code_hash: codeHash, code_issued_at: now, provider_tokens_sealed: providerTokensSealed })
    .where('id', '=', flowId)
    .execute();

export const lockByFlow = (db: Db, codeHash: Buffer) =>
  lockUsers(db, db.selectFrom('flow_states').select('user_id').where('code_hash', '=', codeHash));

/** The flow of a code, deleted with the first look, whatever the verifier is worth. */
export const takeFlow = (db: Db, codeHash: Buffer) =>
  db
    .deleteFrom('flow_states')
    .where('code_hash', '=', codeHash)
    .returning([
      'user_id',
      'method',
      'provider',
      'code_challenge',
      'code_challenge_method',
      'code_issued_at',
      'provider_tokens_sealed',
    ])
    .executeTakeFirst();

export const deleteOldFlows = (db: Db, createdBefore: Date) =>
  db.deleteFrom('flow_states').where('created_at', '<', createdBefore).execute();
