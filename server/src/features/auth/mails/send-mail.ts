import { momentWriter } from '@parlance/contract/display/dates';
import { isLanguage, type Language, speak } from '@parlance/contract/i18n';
import type { Context } from '../../../context.ts';
import { randomToken } from '../../../kit/ids.ts';
import { work } from '../../../kit/jobs/job.ts';
import { accountById, type FoundUser, userById } from '../queries/accounts.ts';
import { credentialChange, setUndoToken } from '../queries/credentials.ts';
import type { TokenKind } from '../queries/one-time-tokens.ts';
import { sha256 } from '../requests/digest.ts';
import { checkedRedirect } from '../requests/redirects.ts';
import { type MailPayload, sendMail } from './mails.ts';
import { codeTexts, type MailFacts, mailTexts } from './messages.ts';
import { addressOfLink, issueOneTimeToken } from './one-time-tokens.ts';

interface MailKind {
  /** What its link and code are for; a notice has neither. */
  token?: TokenKind;
  /** The `type` of its link; a mail with a code alone has none. */
  linkType?: string;
  /** Where the button of a notice leads; that of a change of who gets in leads to its undoing. */
  page?: string;
  /** Whom it goes to, or nobody when it has lost its point meanwhile. */
  to?(user: FoundUser): string | null;
}

/** The mails of an account: their texts stand under the same names in `messages.ts`. */
const kinds = {
  confirmation: {
    token: 'signup',
    linkType: 'signup',
    to: (user) => (user.email_confirmed_at ? null : user.email),
  },
  recovery: { token: 'recovery', linkType: 'recovery' },
  magicLink: { token: 'magiclink', linkType: 'magiclink' },
  emailChangeCurrent: {
    token: 'email_change_current',
    linkType: 'email_change',
    to: (user) => (user.new_email && user.email_change_confirmed !== 'current' ? user.email : null),
  },
  emailChangeNew: {
    token: 'email_change_new',
    linkType: 'email_change',
    to: (user) => (user.email_change_confirmed === 'new' ? null : user.new_email),
  },
  reauthentication: { token: 'reauthentication' },
  accountExists: { page: '/login' },
  passwordChanged: {},
  emailChanged: {},
  identityLinked: {},
  identityUnlinked: {},
  newFactor: {},
  factorRemoved: {},
  changeUndone: { page: '/forgot-password' },
  recoveryCodeUsed: { page: '/profile' },
  newSignIn: { page: '/profile' },
  apiKeyCreated: { page: '/profile' },
  securityAlert: { page: '/profile' },
} satisfies Record<keyof typeof mailTexts, MailKind>;

/**
 * Makes the token when it makes the mail: no secret waits in the queue, and a mail that a broken mail server delays
 * still carries a link that is good for its whole life.
 */
export const sendMailWork = work(sendMail, async (context, wish) => {
  const user = await userById(context.db, wish.userId);
  const kind: MailKind = kinds[wish.mail];
  const to = user && (wish.address ?? (kind.to ? kind.to(user) : user.email));
  if (!to) return;
  // Undone meanwhile, or too long ago.
  if (wish.changeId && !(await credentialChange(context.db, user.id, wish.changeId, context.clock()))) return;
  const chosen = (await accountById(context.db, wish.userId))?.preferred_locale;
  const language = isLanguage(chosen) ? chosen : wish.language;
  const t: Record<string, string | ((facts: MailFacts) => string)> = speak(mailTexts[wish.mail], language);
  const facts = factsOf(wish, user, language);
  const say = (name: string) => {
    const sentence = t[name];
    return typeof sentence === 'function' ? sentence(facts) : sentence;
  };
  const { code, paragraphs, url } = await linkAndCodeOf(context, wish, kind, to, language);
  const label = say('button');
  await context.mail.send({
    to,
    kind: 'security',
    language,
    title: say('subject') ?? '',
    paragraphs: [say('intro'), say('advice'), ...paragraphs].filter((paragraph) => paragraph !== undefined),
    ...(code ? { code } : {}),
    ...(label && url ? { button: { label, url } } : {}),
    reason: say('reason') ?? '',
  });
});

const factsOf = (wish: MailPayload, user: FoundUser, language: Language): MailFacts => ({
  at: `${momentWriter(language, 'UTC')(wish.at)} UTC`,
  device: wish.device ?? speak(codeTexts, language).unknownDevice,
  network: wish.network ?? '',
  newEmail: user.new_email ?? user.email ?? '',
});

/** Where the mail's button leads, and the code that does as well. */
async function linkAndCodeOf(
  context: Context,
  wish: MailPayload,
  kind: MailKind,
  email: string,
  language: Language,
) {
  const { config } = context;
  if (wish.changeId) {
    const token = randomToken(32);
    await setUndoToken(context.db, wish.userId, wish.changeId, sha256(token));
    // Behind `#`, where no server and no log sees it.
    return { paragraphs: [], url: `${config.publicUrl}/undo#${token}` };
  }
  if (!kind.token) return { paragraphs: [], url: `${config.publicUrl}${kind.page ?? '/'}` };
  const { link, code } = await issueOneTimeToken(context, context.db, {
    userId: wish.userId,
    kind: kind.token,
    email,
    flowStateId: wish.flowStateId,
    signUpId: wish.signUpId ?? null,
  });
  const t = speak(codeTexts, language);
  const minutes = Math.round(config.auth.otpSeconds / 60);
  if (!kind.linkType) return { code, paragraphs: [t.codeLife(minutes)] };
  const redirectTo = checkedRedirect(config, wish.redirectTo);
  const url = addressOfLink(config.publicUrl, { link, type: kind.linkType, redirectTo });
  return { code, paragraphs: [t.linkAndCodeLife(minutes), t.codeInstead], url };
}
