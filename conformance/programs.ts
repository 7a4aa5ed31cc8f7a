import { afterAll, beforeAll, inject } from 'vitest';
import { type Server, type Speaker, speakerOf } from './caller.ts';
import { openSettings, startProgram } from './start.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server that most areas share. */
    server: Server;
    /** Whether the suite started it: then it has the settings below. */
    isOwn: boolean;
  }
}

/** The server that most areas share. */
export const shared = (): Speaker => speakerOf(inject('server'));

export const isOwn = (): boolean => inject('isOwn');

/** A program of the file's own, with settings of its own; none when the suite was pointed at a server. */
export function programWith(
  settings: () => Record<string, string> | Promise<Record<string, string>>,
  always?: object,
): Speaker {
  const speaker = {} as Speaker;
  if (!isOwn()) return speaker;
  let program: Awaited<ReturnType<typeof startProgram>>;
  beforeAll(async () => {
    program = await startProgram({ ...openSettings, ...(await settings()) });
    Object.assign(speaker, speakerOf(program, always));
  });
  afterAll(async () => program?.stop());
  return speaker;
}
