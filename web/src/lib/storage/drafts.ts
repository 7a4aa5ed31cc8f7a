import { sessionKeeper } from './storage.ts';

const prefix = 'draft:';
/** The writer while nobody is signed in. */
const noWriter = '';
let writer = noWriter;

const keyOf = (name: string, of = writer) => `${prefix}${of}:${name}`;

/** Texts that were not sent: kept in this tab through reloads, for nobody but who wrote them. */
export const drafts = {
  read: (name: string) => sessionKeeper.read(keyOf(name)),
  write: (name: string, text: string) => sessionKeeper.write(keyOf(name), text),
  remove: (name: string) => sessionKeeper.remove(keyOf(name)),
};

/** Sets who writes from now on. Drafts of somebody whose session merely ended wait for them. */
export function setDraftWriter(userId: string | undefined) {
  writer = userId ?? noWriter;
}

const keysOf = (whom: string) => sessionKeeper.keys().filter((key) => key.startsWith(keyOf('', whom)));

export const hasDrafts = () => writer !== noWriter && keysOf(writer).length > 0;

export function forgetDrafts(whom = writer) {
  for (const key of keysOf(whom)) sessionKeeper.remove(key);
}

/** Forgets what was typed before sign-in: it may be another's. */
export const forgetSignedOutDrafts = () => forgetDrafts(noWriter);
