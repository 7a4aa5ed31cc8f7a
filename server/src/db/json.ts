import type { ChannelStep } from '@parlance/contract/endpoints/channels';
import type { Appearance } from '@parlance/contract/endpoints/chatbots';
import type { Citation, KnownVisitor } from '@parlance/contract/endpoints/embed';
import type { SourceNotice } from '@parlance/contract/endpoints/sources';
import type { SummaryFigures, SummarySection } from '@parlance/contract/endpoints/summaries';
import type { RankReason } from '@parlance/contract/endpoints/test-answers';
import type { Transfer } from '@parlance/contract/endpoints/transfers';
import type { LedgerPart } from '@parlance/contract/endpoints/usage';
import type { ErrorCode } from '@parlance/contract/errors';
import type { Language } from '@parlance/contract/i18n';
import type { LeftOut } from '@parlance/contract/left-out';
import type { Position } from '@parlance/contract/shapes';
import type { JWK } from 'jose';

/** What lies in each JSON column. `types.ts` names a column's entry, so that one without does not compile. */
export interface JsonColumns {
  'mails.headers': Record<string, string>;
  'channel_chats.address': ChatAddress;
  'channel_chats.offered': Record<string, string>;
  'channel_closures.facts': ChannelFacts;
  'channel_events.content': InboundContent;
  /** As the platform's own code has written it, and sends it. */
  'channel_messages.body': Record<string, unknown>;
  'channels.facts': ChannelFacts;
  'channels.health': StoredHealth;
  'channels.steps': StoredStep[];
  'chatbots.appearance': Partial<Appearance>;
  'chatbots.creation_notice': LocalizedText;
  'chatbots.error': LocalizedText;
  'conversations.visitor': KnownVisitor;
  'crawls.error_detail': ErrorDetail;
  'crawls.sitemaps_waiting': WaitingSitemap[];
  /** Whole rows, which only the database reads. */
  'credential_changes.factors': unknown[];
  'credential_changes.identities': unknown[];
  /** An answer as it was sent. */
  'idempotency_keys.body': unknown;
  'data_export_parts.entries': ArchiveEntry[];
  'data_exports.position': ExportPosition;
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
  'summaries.result': SummaryResult;
  'summaries.spent': LedgerPart[];
  'summary_notes.claims': SummaryClaim[];
  'users.user_metadata': Metadata;
  'transfers.contents': Transfer['contents'];
}

/** Words of visitors, and conversations in which they stand: once these are gone, the words are. */
export interface SummaryQuote {
  text: string;
  conversationIds: string[];
}

/** What is said of some conversations. */
export interface SummaryClaim {
  kind: SummarySection;
  /** Where it holds `{question}`, the first of its quotes stands there. */
  text: string;
  /** The conversations that bear it out, by the order in which they were read. */
  numbers: number[];
  /** The first of them. */
  conversationIds: string[];
  quotes: SummaryQuote[];
}

/** A claim of a summary that is done; functions/summaries.sql takes out of it what is gone. */
export type ToldClaim = Omit<SummaryClaim, 'numbers'> & { conversations: number };

export interface SummaryResult {
  title: string;
  claims: ToldClaim[];
  figures: SummaryFigures;
}

/** A file of a person's archive, as far as it has been written. */
export interface ArchiveEntry {
  name: string;
  start: number;
  crc: number;
  /** Bytes of the file, and what they take in the archive. */
  size: number;
  packed: number;
}

/** How far an archive is: which entry of which step, and behind which row or byte of it. */
export interface ExportPosition {
  step: number;
  after: string[] | null;
  entry: ArchiveEntry | null;
  /** The original or image that `entry` is of: its row's key, its file, and the bytes of it that are written. */
  file: { row: string[]; key: string; read: number } | null;
  /** Originals and images that are written. */
  files: number;
  /** Those that were gone, or went while they were written: so many names as are told, and how many there are. */
  missing: string[];
  missed: number;
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

/** How far a step of a channel's creation came; its code is told in the reader's language. */
export interface StoredStep extends Pick<ChannelStep, 'name' | 'status' | 'detail'> {
  code?: ErrorCode;
}

/** A channel as its platform saw it when it was last asked. */
export interface StoredHealth {
  checkedAt: string;
  backlog: number | null;
  /** `isTold`: by the platform of its own accord, and not when it was asked. */
  findings: { code: ErrorCode; detail?: string; at: string | null; isGrave: boolean; isTold?: boolean }[];
  canReconnect: boolean;
  tokenExpiresAt: string | null;
}

/** What a platform told of a channel: of a bot its username, of a number its account and the numbers to choose from. */
export interface ChannelFacts {
  username?: string;
  businessId?: string;
  /** The app by which we reach the account, and it us. */
  appId?: string;
  numbers?: { id: string; number: string; name: string }[];
  /** The number that its owner chose. */
  numberId?: string;
  tokenExpiresAt?: string;
  /** By its digest, what the platform was last told that the chatbot says of itself. */
  introducedAs?: string;
  /** The end of which its owner has been told by mail. */
  toldExpiryOf?: string;
  /** Our address was pasted at the platform, which has delivered there, or shaken hands. */
  isSetUpByHand?: boolean;
}

/** How an answer finds its way to a chat; only the platform's own code reads it. */
export type ChatAddress = Record<string, string | number | boolean>;

/** What a visitor did on a channel. */
export type InboundContent =
  | { kind: 'text'; text: string }
  /** A suggestion or a button of ours, by the words that it carries. */
  | { kind: 'pressed'; data: string; title?: string }
  | { kind: 'command'; name: ChannelCommand; argument: string }
  /** Something that is no text. */
  | { kind: 'unreadable' }
  /** A message that was sent before reads so now. */
  | { kind: 'edited'; text: string }
  /** A thumb for a message of ours, or its taking back. */
  | { kind: 'rated'; value: 'up' | 'down' | null }
  | { kind: 'opened' }
  | { kind: 'blocked' }
  | { kind: 'unblocked' };
export type ChannelCommand = 'start' | 'help' | 'new' | 'delete' | 'language' | 'unknown';
