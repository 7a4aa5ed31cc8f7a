import type { AnswerOf } from '@parlance/contract/endpoint';
import type { checkInstall, installProblems } from '@parlance/contract/endpoints/chatbots';
import { type Language, speak } from '@parlance/contract/i18n';
import { limits } from '@parlance/contract/limits';
import type { Context } from '../../../context.ts';
import { AppError, requireFound } from '../../../kit/errors.ts';
import { parsePageAddress } from '../../../kit/fetch/page-address.ts';
import type { FetchedPage } from '../../../kit/fetch/safe-fetch.ts';
import { listOwnOrigins } from '../../../kit/http/server/origins.ts';
import { requireAttempts } from '../../../kit/limits/rate-limit.ts';
import { isDomainAllowed } from '../allowed-domains.ts';
import { messages } from '../messages.ts';
import { presentChatbot } from '../presenter.ts';
import { type ChatbotRow, chatbotById, chatbotByPublicId } from '../queries.ts';
import type { PageSnippets, Snippet } from '../untrusted/page-snippets.ts';
import { readSnippetsInChild } from '../untrusted/run-in-child.ts';
import { findBlocked, type WantedResource } from './page-policy.ts';

type InstallReport = AnswerOf<typeof checkInstall>;
type Problem = InstallReport['problems'][number];
type Code = (typeof installProblems)[number];

const minuteMs = 60_000;
/** Checks for somebody who mends a page and looks again; not for somebody who has us call others. */
const maxChecksPerMinute = 10;
const maxChecksPerDay = 200;
/** Milliseconds that a check may take: a person waits. */
const timeoutMs = 20_000;

/** Looks at a customer's page for the snippet, and says what stands in its way. */
export async function checkInstallation(
  context: Context,
  ownerId: string,
  chatbotId: string,
  typed: string,
  language: Language,
): Promise<InstallReport> {
  const chatbot = requireFound(await chatbotById(context.db, ownerId, chatbotId));
  const address = parsePageAddress(typed);
  if (address === undefined) throw new AppError('address_refused');
  await requireAttempts(context, [
    { of: `install check ${ownerId}`, limit: maxChecksPerMinute, windowMs: minuteMs },
    { of: `install check ${ownerId}`, limit: maxChecksPerDay, windowMs: 24 * 60 * minuteMs },
  ]);
  const page = await fetchPage(context, address, language);
  if ('code' in page) return { found: false, problems: [page] };
  const seen = await readSnippetsInChild({ bytes: page.body, charset: page.charset, url: page.url }, ownerId);
  if (!seen) return { found: false, problems: [problem('not_a_page', speak(messages, language).notAPage)] };
  return new Verdict(context, chatbot, language, new URL(page.url)).of(seen, policiesOf(page));
}

const problem = (code: Code, message: string): Problem => ({ code, message });

async function fetchPage(
  context: Context,
  address: string,
  language: Language,
): Promise<FetchedPage | Problem> {
  const texts = speak(messages, language);
  try {
    const page = await context.fetch(address, {
      accept: 'text/html, application/xhtml+xml',
      maxBytes: limits.pageBytes,
      cut: true,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { status } = page;
    if (status < 300) return page;
    const told =
      status === 404 || status === 410
        ? texts.pageAbsent
        : status >= 500
          ? texts.pageFailing
          : texts.pageForbidden;
    return problem('unreachable', told(status));
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError')
      return problem('unreachable', texts.unreachable);
    if (!(error instanceof AppError) || error.code === 'address_refused') throw error;
    if (error.code === 'fetch_failed') return problem('unreachable', texts.unreachable);
    return problem('not_a_page', texts.notAPage);
  }
}

/** A page's policies; a header that is sent twice comes as one, with a comma between. */
const policiesOf = ({ headers }: FetchedPage) => (headers['content-security-policy'] ?? '').split(',');

class Verdict {
  readonly #context: Context;
  readonly #chatbot: ChatbotRow;
  readonly #language: Language;
  readonly #page: URL;
  readonly #own: ReadonlySet<string>;
  readonly #problems: Problem[] = [];

  constructor(context: Context, chatbot: ChatbotRow, language: Language, page: URL) {
    this.#context = context;
    this.#chatbot = chatbot;
    this.#language = language;
    this.#page = page;
    this.#own = listOwnOrigins(context.config);
  }

  async of(seen: PageSnippets, policies: string[]): Promise<InstallReport> {
    const texts = speak(messages, this.#language);
    const isOurs = ({ address }: Snippet) => this.#own.has(new URL(address).origin);
    const ours = seen.snippets.filter(isOurs);
    const own = ours.filter((snippet) => this.#isOf(snippet));
    if (own.length === 0) await this.#explainAbsence(seen, ours);
    if (own.length > 1) this.#add('loaded_twice', texts.loadedTwice(own.length));
    if (!isDomainAllowed(this.#chatbot, this.#page.origin, this.#own)) {
      this.#add('domain_not_allowed', texts.domainNotAllowed(this.#page.hostname));
    }
    const first = own[0];
    if (first) this.#lookAtPolicies(first, [...policies, ...seen.policies]);
    if (this.#chatbot.status === 'paused') this.#add('paused', texts.paused);
    if (this.#chatbot.status === 'error') {
      this.#add('paused', texts.inError(presentChatbot(this.#chatbot, this.#language).error ?? ''));
    }
    return { found: own.length > 0, problems: this.#problems };
  }

  #add(code: Code, message: string) {
    this.#problems.push(problem(code, message));
  }

  /** What counts is the attribute: the script's address only says where it comes from. */
  #isOf({ kind, publicId, attributes }: Snippet): boolean {
    const named = kind === 'script' && attributes ? attributes.chatbot : publicId;
    return named === this.#chatbot.public_id;
  }

  async #explainAbsence({ snippets, hasTagManager }: PageSnippets, ours: Snippet[]) {
    const texts = speak(messages, this.#language);
    const [first] = ours;
    if (first) {
      const named = first.attributes?.chatbot ?? first.publicId;
      if (named === this.#chatbot.public_id || first.publicId === this.#chatbot.public_id)
        return this.#add('snippet_incomplete', texts.snippetIncomplete);
      const other = await chatbotByPublicId(this.#context.db, named);
      // Whose it is otherwise is nobody's business here.
      const isMine = other?.owner_id === this.#chatbot.owner_id;
      return this.#add('other_chatbot', texts.otherChatbot(isMine ? other?.name : undefined));
    }
    // A frame of that form may be anybody's player.
    const foreign = snippets.find(({ kind }) => kind === 'script');
    if (foreign) return this.#add('other_server', texts.otherServer(new URL(foreign.address).host));
    this.#add('snippet_missing', hasTagManager ? texts.snippetByTagManager : texts.snippetMissing);
  }

  #lookAtPolicies({ kind, address, attributes }: Snippet, policies: string[]) {
    const texts = speak(messages, this.#language);
    const url = new URL(address);
    if (this.#page.protocol === 'https:' && url.protocol === 'http:')
      this.#add('blocked_by_policy', texts.mixedContent(url.origin));
    const wanted: WantedResource[] =
      kind === 'frame'
        ? [{ directive: 'frame-src', url }]
        : [
            { directive: 'script-src', url, nonce: attributes?.nonce },
            { directive: 'connect-src', url: new URL(`/embed/v1/${this.#chatbot.public_id}`, url) },
          ];
    const directives = findBlocked(policies, wanted, this.#page);
    if (directives.length === 0) return;
    const and = this.#language === 'fr' ? ' et ' : ' and ';
    this.#add('blocked_by_policy', texts.blockedByPolicy(url.origin, directives.join(and)));
  }
}
