import { chmodSync, rmSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { shortPathOf } from '../../db/embedded/data-folder.ts';
import { type Command, findCommand, runCommand } from './command.ts';

/** The socket in DATA_DIR by which the running program is asked: readable by whoever runs it, and nobody else. */
const socketName = 'control';

const request = z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(20));
const reply = z.union([z.object({ line: z.string() }), z.object({ code: z.int() })]);

const parseRequest = (line: string): string[] | undefined => {
  try {
    return request.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
};

/**
 * Does commands that come through the socket, beside whatever else the program does, until the function that it gives is called.
 * Only for whoever holds the folder's lock.
 */
export async function listenForCommands(
  context: Context,
  commands: readonly Command[],
): Promise<() => Promise<void>> {
  const folder = shortPathOf(context.config.dataDir);
  const path = join(folder.path, socketName);
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    const gone = new AbortController();
    socket.once('close', () => {
      open.delete(socket);
      gone.abort();
    });
    socket.on('error', () => socket.destroy());
    const send = (answer: z.output<typeof reply>) => {
      if (socket.writable) socket.write(`${JSON.stringify(answer)}\n`);
    };
    createInterface({ input: socket }).once('line', async (line) => {
      const words = parseRequest(line);
      const found = words && findCommand(commands, words);
      if (!words || !found) return socket.destroy();
      context.log.info({ command: found.command.name }, 'a command was called');
      const call = { say: (line: string) => send({ line }), signal: gone.signal };
      send({ code: await runCommand(context, found, call) });
      socket.end();
    });
  });
  // Left by a program that was killed.
  rmSync(path, { force: true });
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(path, listening));
  chmodSync(path, 0o600);
  return async () => {
    for (const socket of open) socket.destroy();
    await new Promise((closed) => server.close(closed));
    folder.close();
  };
}

/** Has the program that runs on this folder do a command; undefined where none runs there. Gives the exit code. */
export async function askRunning(
  dataDir: string,
  words: readonly string[],
  say: (line: string) => void,
): Promise<number | undefined> {
  let folder: ReturnType<typeof shortPathOf>;
  try {
    folder = shortPathOf(dataDir);
  } catch {
    return undefined;
  }
  const socket = net.connect(join(folder.path, socketName));
  try {
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    if (!isThere) return undefined;
    socket.write(`${JSON.stringify(words)}\n`);
    for await (const line of createInterface({ input: socket })) {
      const answer = reply.parse(JSON.parse(line));
      if ('code' in answer) return answer.code;
      say(answer.line);
    }
    throw new Error('the program that runs here ended before the command did, or does not know it');
  } finally {
    socket.destroy();
    folder.close();
  }
}
