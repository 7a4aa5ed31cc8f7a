import type { AuthChangeEvent, AuthError, Session as AuthSession, User } from '@supabase/auth-js';
import { whenSessionEnds } from '../calls/api.ts';
import { auth, dropSession, hasStoredSession } from '../calls/auth-client.ts';
import {
  followKeptLanguage,
  followProfileLanguage,
  onLanguageChosen,
  storedLanguage,
} from '../language/language.ts';
import { queryClient } from '../queries/query-client.ts';
import { forgetDrafts, forgetSignedOutDrafts, hasDrafts, setDraftWriter } from '../storage/drafts.ts';
import { keptFilesKey, localKeeper } from '../storage/storage.ts';
import { createStore, useStore } from '../storage/store.ts';
import { claimsOf } from './claims.ts';

export type Session =
  | { status: 'loading'; user?: undefined }
  | {
      status: 'signedOut';
      user?: undefined;
      /** Who was signed in on this page before; the page that is open then is theirs. */
      last?: string;
      /** Whether they signed out themselves: nothing of theirs waits for whoever comes. */
      hasLeft?: boolean;
    }
  /** The password was right; nothing is open before the second step. */
  | { status: 'secondStep'; user: User }
  /** Came by a recovery link: may only set the password, after the second step where one is due. */
  | { status: 'recovery'; user: User; isCodeDue: boolean }
  /** `asks`: the session ended or fell back; the page stays until the person has shown this once more. */
  | { status: 'signedIn'; user: User; asks?: 'password' | 'code' };

export const session = createStore<Session>({ status: 'loading' });
session.subscribe(() => setDraftWriter(session.get().user?.id));
export const useSession = () => useStore(session);

/** The signed-in user; only under a guard that let one pass. */
export function useUser(): User {
  const { user } = useSession();
  if (!user) throw new Error('No user is signed in');
  return user;
}

/** The key of the session that is a recovery: its token doesn't say, and a reload must not make it an ordinary one. */
export const recoveryKey = 'auth_recovery';

export const markRecovery = (accessToken: string) =>
  localKeeper.write(recoveryKey, claimsOf(accessToken).session_id ?? '');

function stateOf({ user, access_token: token }: AuthSession, known: Session): Session {
  const claims = claimsOf(token);
  const isCodeDue = claims.aal !== 'aal2' && (user.factors ?? []).some(({ status }) => status === 'verified');
  const recovery = localKeeper.read(recoveryKey);
  if (recovery !== null && recovery === claims.session_id) return { status: 'recovery', user, isCodeDue };
  if (!isCodeDue) return { status: 'signedIn', user };
  // The page under somebody's hands stays in place.
  const isAtWork = known.status === 'signedIn' && known.user.id === user.id;
  return isAtWork ? { status: 'signedIn', user, asks: 'code' } : { status: 'secondStep', user };
}

/** Deletes kept files: they belong to who has left. */
function forgetKeptFiles() {
  if (localKeeper.read(keptFilesKey))
    void import('../storage/kept-files.ts').then(({ forgetFiles }) => forgetFiles());
}

/** Milliseconds until what another tab stores can be read in this one. */
const otherTabsMs = 500;

function take(event: AuthChangeEvent, current: AuthSession | null) {
  if (event === 'PASSWORD_RECOVERY' && current) markRecovery(current.access_token);
  // The next token could not be fetched: who is signed in shows once it can.
  if (event === 'INITIAL_SESSION' && !current && hasStoredSession()) return;
  const known = session.get();
  if (!current && known.status === 'signedIn' && known.asks === 'password') return;
  // Another account must never see what was fetched for the one before.
  if (known.user && known.user.id !== current?.user.id) queryClient.clear();
  const ended =
    known.status === 'signedOut' ? known : ({ status: 'signedOut', last: known.user?.id } as const);
  const next: Session = current ? stateOf(current, known) : isLeaving ? { ...ended, hasLeft: true } : ended;
  const isNew = known.status !== 'signedIn' || known.user.id !== next.user?.id;
  if (next.status === 'signedIn' && isNew) forgetSignedOutDrafts();
  session.set(next);
  if (next.status === 'signedOut') forgetKeptFiles();
  const wasAsked = known.status === 'signedIn' && known.asks !== undefined;
  const isArrival = (event === 'SIGNED_IN' && (isNew || wasAsked)) || event === 'MFA_CHALLENGE_VERIFIED';
  if (next.status === 'signedIn' && !next.asks && isArrival) for (const act of afterArriving) act();
  if (next.status === 'signedIn' && isNew) void followProfile(next.user);
}

export function startSession() {
  auth.onAuthStateChange((event, current) => {
    const isOurs = () => (current ? hasStoredSession() : event !== 'SIGNED_OUT' || !hasStoredSession());
    if (isOurs()) return take(event, current);
    // Tabs tell one another: a session that this one does not hold is not its own, one that it still holds goes on.
    setTimeout(() => {
      if (isOurs()) take(event, current);
    }, otherTabsMs);
  });
  whenSessionEnds(() => {
    if (askForPassword()) void auth.signOut({ scope: 'local' });
  });
  onLanguageChosen((chosen) => {
    const { status, user } = session.get();
    if (status === 'signedIn')
      void import('./profile.ts').then(({ saveLocale }) => saveLocale(user.id, chosen));
  });
}

/** Takes the session for ended: the password is asked for over the page. */
export function askForPassword(): boolean {
  const { status, user } = session.get();
  if (status !== 'signedIn') return false;
  session.set({ status, user, asks: 'password' });
  return true;
}

/** Follows the language of sign-up immediately, then the profile's, which may have changed since on another device. */
async function followProfile(user: User) {
  if (storedLanguage()) return;
  followProfileLanguage(user.user_metadata.preferred_locale);
  await followKeptLanguage(() => import('./profile.ts').then(({ localeOf }) => localeOf(user.id)));
}

const afterArriving = new Set<() => void>();

/** Called when somebody signs in, on a page of theirs whose session had ended, too; not when a page is loaded again. */
export const onArriving = (act: () => void) => {
  afterArriving.add(act);
};

const beforeLeaving = new Set<() => Promise<unknown>>();

/** Registers what must still be sent in the person's name when they sign out, here or in another tab. */
export const onLeaving = (act: () => Promise<unknown>) => {
  beforeLeaving.add(act);
};

/** Milliseconds that a sign-out waits for what is still to be sent. */
const leavingMs = 3000;

/** Set while somebody who signs out is asked about what they typed and did not send. */
export const leaveQuestion = createStore<((goes: boolean) => void) | undefined>(undefined);

const mayForget = () =>
  new Promise<boolean>((decide) =>
    leaveQuestion.set((goes) => {
      leaveQuestion.set(undefined);
      decide(goes);
    }),
  );

const finishBeforeLeaving = () => Promise.allSettled([...beforeLeaving].map((act) => act()));
const pause = (ms: number) => new Promise((over) => setTimeout(over, ms));

type LeavingWord = 'leaves' | 'waits' | 'said';
interface LeavingMessage {
  word: LeavingWord;
  /** The person whose tabs are meant: without "remember me" each tab may be another's. */
  of: string | undefined;
}
/** The channel by which a sign-out ends the session of the other tabs, too. */
const tabs = new BroadcastChannel('parlance-leaving');
const postToTabs = (word: LeavingWord, of = session.get().user?.id) =>
  tabs.postMessage({ word, of } satisfies LeavingMessage);
/** The other tabs' answers to `leaves`. */
const leavingAnswers = { waits: 0, said: 0 };
tabs.onmessage = async ({ data: { word, of } }: MessageEvent<LeavingMessage>) => {
  if (of === undefined || of !== session.get().user?.id) return;
  if (word !== 'leaves') return void leavingAnswers[word]++;
  postToTabs('waits', of);
  await finishBeforeLeaving();
  postToTabs('said', of);
};
/** Milliseconds within which a tab that listens has answered. */
const answerPollMs = 100;

async function awaitOtherTabs() {
  leavingAnswers.waits = leavingAnswers.said = 0;
  postToTabs('leaves');
  const end = Date.now() + leavingMs;
  do await pause(answerPollMs);
  while (leavingAnswers.said < leavingAnswers.waits && Date.now() < end);
}

let isLeaving = false;

/** Ends every session of the person, this browser's in any case; unless they would rather stay with their drafts. */
export async function signOut(): Promise<{ error: AuthError | null; hasStayed?: boolean }> {
  if (hasDrafts() && !(await mayForget())) return { error: null, hasStayed: true };
  isLeaving = true;
  try {
    return await leave();
  } finally {
    isLeaving = false;
  }
}

async function leave() {
  await Promise.race([Promise.all([finishBeforeLeaving(), awaitOtherTabs()]), pause(leavingMs)]);
  // What is still on its way would be refused, and read as a session that ended by itself.
  await queryClient.cancelQueries();
  forgetDrafts();
  const { error } = await auth.signOut({ scope: 'global' });
  if (error) await dropSession();
  localKeeper.remove(recoveryKey);
  session.set({ status: 'signedOut', hasLeft: true });
  forgetKeptFiles();
  queryClient.clear();
  return { error };
}
