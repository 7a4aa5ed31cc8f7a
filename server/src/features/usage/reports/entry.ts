import type { AnswerOf } from '@parlance/contract/endpoint';
import type { getLedgerEntry, LedgerPart, Operation } from '@parlance/contract/endpoints/usage';
import { sql } from 'kysely';
import type { LedgerDetails } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { requireFound } from '../../../kit/errors.ts';
import { presentEntry } from './journal.ts';
import type { EntryRow } from './journal-queries.ts';

/** Finds what an entry was charged for, where it still is. */
export interface FindOrigin {
  conversation: (db: Db, ownerId: string, messageId: string) => Promise<string | undefined>;
  source: (db: Db, ownerId: string, sourceId: string) => Promise<string | undefined>;
}

/** What an entry went to that says nothing of it. */
const wholes: Record<Operation, LedgerPart['name']> = {
  chat_completion: 'answer',
  file_upload: 'passages',
  reindex: 'passages',
  vector_search: 'query',
  api_call: 'answer',
  summary_generation: 'conversations',
};

const causeOf = /^(message|source|pages):([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?::|$)/;

/** What an entry of the account paid for, and whence it came. */
export async function getEntry(
  db: Db,
  ownerId: string,
  entryId: string,
  find: FindOrigin,
): Promise<AnswerOf<typeof getLedgerEntry>> {
  const { rows } = await sql<EntryRow & { cause: string; details: Partial<LedgerDetails> }>`
    select id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause, details
      from ledger_entries where owner_id = ${ownerId}::uuid and id = ${entryId}::uuid`.execute(db);
  const row = requireFound(rows[0]);
  const { parts, source, conversations, model } = row.details;
  const [, kind, originId] = causeOf.exec(row.cause) ?? [];
  const conversationId =
    kind === 'message' && originId ? await find.conversation(db, ownerId, originId) : undefined;
  // Pages that were read together are charged together: one alone has a name here.
  const isOfSource = kind === 'source' || (kind === 'pages' && source !== undefined);
  const sourceId = isOfSource && originId ? await find.source(db, ownerId, originId) : undefined;
  return {
    ...presentEntry(row),
    parts: parts ? [...parts] : [{ name: wholes[row.operation], tokens: row.tokens }],
    ...(conversationId === undefined ? {} : { conversationId }),
    ...(sourceId === undefined ? {} : { sourceId }),
    ...(source === undefined ? {} : { source }),
    ...(conversations === undefined ? {} : { conversations }),
    ...(model === undefined ? {} : { model }),
  };
}
