import type { Appearance } from '@parlance/contract/endpoints/chatbots';
import type { Citation, StatedVisitor } from '@parlance/contract/endpoints/embed';
import type { SourceNotice } from '@parlance/contract/endpoints/sources';
import type { RankReason } from '@parlance/contract/endpoints/test-answers';
import type { LedgerPart } from '@parlance/contract/endpoints/usage';
import type { Language } from '@parlance/contract/i18n';
import type { LeftOut } from '@parlance/contract/left-out';
import type { Position } from '@parlance/contract/shapes';
import type { JWK } from 'jose';

/** What lies in each JSON column. `types.ts` names a column's entry, so that one without does not compile. */
export interface JsonColumns {
  'chatbots.appearance': Partial<Appearance>;
  'chatbots.creation_notice': LocalizedText;
  'chatbots.error': LocalizedText;
  'conversations.visitor': StatedVisitor;
  'crawls.error_detail': ErrorDetail;
  'crawls.sitemaps_waiting': WaitingSitemap[];
  /** Whole rows, which only the database reads. */
  'credential_changes.factors': unknown[];
  'credential_changes.identities': unknown[];
  /** An answer as it was sent. */
  'idempotency_keys.body': unknown;
  'identities.identity_data': Metadata;
  /** Payloads by job: each job's schema reads its own. */
  'jobs.payload': unknown;
  /** Of entries from before parts were told, nothing. */
  'ledger_entries.details': Partial<LedgerDetails>;
  'messages.citations': Citation[];
  'messages.left_out': LeftOut[];
  'messages.passages': PassageRecord[];
  'passages.position': Position;
  'reservations.due_details': Partial<LedgerDetails>;
  'security_events.details': Metadata;
  'sessions.amr': AuthenticationMethod[];
  'settings.value': string;
  'sign_ups.metadata': Metadata;
  'signing_keys.public_jwk': JWK;
  'sources.error_detail': ErrorDetail;
  'sources.notices': StoredNotice[];
  'users.user_metadata': Metadata;
}

/** A sentence in both languages. */
export type LocalizedText = Record<Language, string>;

/** What a person or a provider says of itself. */
export type Metadata = Record<string, unknown>;

/** One entry of the `amr` claim. */
export interface AuthenticationMethod {
  method: string;
  timestamp: number;
  provider?: string;
}

export interface WaitingSitemap {
  url: string;
  depth: number;
  /** Times in a row that its host has asked for patience. */
  delays?: number;
}

/** A passage that was considered for an answer; `why` where its chatbot's owner asked. */
export interface PassageRecord {
  id: string;
  score: number;
  why?: RankReason;
}

export interface LedgerSource {
  name: string;
  version: number;
  /** The number of other pages of its site that were charged with it. */
  others?: number;
}

/** What the tokens of a ledger's entry went to; the parts sum to them. */
export interface LedgerDetails {
  parts: readonly LedgerPart[];
  /** The source that was read, as it was called, and which reading of it. */
  source?: LedgerSource;
  /** The number of conversations that a summary told of. */
  conversations?: number;
  /** The model that answered, where its tokens count `factor` times. */
  model?: { id: string; factor: number };
}

/** What goes on from the code of a reading's error, with its facts; the status of a site's answer has its own column. */
export type ErrorDetail =
  | {
      reason: 'document_limit';
      limit:
        | 'rows'
        | 'tableRows'
        | 'columns'
        | 'cell'
        | 'pages'
        | 'nodes'
        | 'depth'
        | 'inflated'
        | 'output'
        | 'memory';
    }
  | { reason: 'pages_without_text'; pages: string; isOne: boolean }
  | { reason: 'first_page_left_out'; url: string }
  | {
      reason:
        | 'crawler_rule'
        | 'endless_redirects'
        | 'page_too_large'
        | 'site_insecure'
        | 'site_too_slow'
        | 'site_unclear'
        | 'site_unreachable'
        | 'sitemap_too_large';
    };

export interface StoredNotice extends LocalizedText {
  code: SourceNotice['code'];
}

/** The text of a value for a JSON column. Only `encodeJson` makes one: a bare list would be taken for an SQL array. */
export type EncodedJson<T> = string & { readonly encodes: T };

export const encodeJson = <T>(value: T) => JSON.stringify(value) as EncodedJson<T>;
