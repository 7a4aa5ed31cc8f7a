import { type ComponentType, createElement, lazy } from 'react';
import { sessionKeeper } from '../storage/storage.ts';

/** Code that could not be fetched. */
export class CodeNotFetched extends Error {
  /** The file that the server no longer has: a newer version of the program has replaced it. */
  readonly gone: string | undefined;

  constructor(cause: unknown, gone?: string) {
    super('Code could not be fetched', { cause });
    this.name = 'NotFetched';
    this.gone = gone;
  }
}

const fetchedAgain = new Map<string, Promise<unknown>>();

/**
 * Imports a file by another address: some browsers never fetch again what they once failed to. One that was fetched so
 * stays the one, for all who import it. The build has every import of a file of ours end here when it fails.
 */
function importAgain({ href }: URL): Promise<unknown> {
  const known = fetchedAgain.get(href);
  if (known) return known;
  const fetched = import(/* @vite-ignore */ `${href}?${performance.now()}`);
  fetchedAgain.set(href, fetched);
  fetched.catch(() => fetchedAgain.delete(href));
  return fetched;
}
Object.assign(globalThis, { importAgain });

const askMs = 10_000;

/** The status that a file is answered with now; nothing without a connection. */
async function statusOf(file: string): Promise<number | undefined> {
  try {
    const { status } = await fetch(file, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(askMs),
    });
    return status;
  } catch {
    return undefined;
  }
}

/**
 * Fetches code of a file of its own. Where it can't be fetched but the server answers, it is asked for once more; a
 * browser that doesn't tell the file by name is one in which this file's own address says as much, since a change of
 * any file changes the name of the first.
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const file = /(?<!\S)https?:\/\/\S+\.js\b/.exec(String(cause))?.[0] ?? import.meta.url;
    const status = await statusOf(file);
    if (status === 404) throw new CodeNotFetched(cause, file);
    if (status === undefined) throw new CodeNotFetched(cause);
    return load().catch((again: unknown) => {
      throw new CodeNotFetched(again);
    });
  }
}

const reloadedKey = 'reloaded_for';
const reloadingMs = 5000;

/** Loads the page anew for a file that is gone, once for each: a server that goes on naming it must not be asked for ever. */
async function reloadOnce(gone: string) {
  if (sessionKeeper.read(reloadedKey) === gone) return;
  sessionKeeper.write(reloadedKey, gone);
  if (sessionKeeper.read(reloadedKey) !== gone) return;
  window.location.reload();
  await new Promise((stayed) => setTimeout(stayed, reloadingMs));
}

const failedLoads = new Set<() => void>();

/** Has what could not be fetched be fetched again by whoever draws it next. */
export function forgetFailures() {
  for (const renew of failedLoads) renew();
  failedLoads.clear();
}

/**
 * A page, or what fills one, whose code is fetched when it is first drawn. Of a version that is gone, the page is
 * loaded anew, which is where one was going; otherwise `NotFetched` is thrown, and after `forgetFailures` it can be
 * tried again.
 */
export function pageCode<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  // What React once failed to fetch it never fetches again.
  const fetched = () =>
    lazy(async () => {
      try {
        return { default: await fetchCode(load) };
      } catch (error) {
        if (error instanceof CodeNotFetched && error.gone) await reloadOnce(error.gone);
        failedLoads.add(() => {
          Part = fetched();
        });
        throw error;
      }
    });
  let Part: ComponentType<P> = fetched();
  return (props) => createElement(Part, props);
}

const maxWaitMs = 30_000;

/** A part that the page around it can stand without: it comes when it can be fetched, however late. */
export function retriedCode<P extends object>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => {
    for (let waitMs = 1000; ; waitMs = Math.min(2 * waitMs, maxWaitMs)) {
      try {
        return { default: await load() };
      } catch {
        await new Promise((over) => setTimeout(over, waitMs));
      }
    }
  });
}
