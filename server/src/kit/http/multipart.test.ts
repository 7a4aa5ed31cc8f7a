import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { addressOf } from '@parlance/contract/endpoint';
import { setChatbotImage } from '@parlance/contract/endpoints/chatbots';
import { addFiles, listSources } from '@parlance/contract/endpoints/sources';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newChatbot } from '../../test/clients/upload.ts';
import { type Program, startProgram, type User } from '../../test/program.ts';

let program: Program;
let person: User;
let chatbot: { id: string };

beforeAll(async () => {
  program = await startProgram();
  person = await program.newUser();
  chatbot = await newChatbot(person);
});
afterAll(() => program.stop());

/** Sends a form's bytes; gives the status of the answer. */
async function send(path: string, type: string, body: string) {
  const socket = connect(Number(new URL(program.url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${person.token}\r\n` +
      `content-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    'latin1',
  );
  let told = '';
  socket.on('data', (chunk) => (told += chunk));
  const answered = new Promise<void>((resolve) =>
    socket.on('data', () => told.includes('\r\n\r\n') && resolve()).on('close', () => resolve()),
  );
  await answered;
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(told)?.[1]);
}

const form = 'multipart/form-data; boundary=x';
const head = (name: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.txt"\r\ncontent-type: text/plain\r\n`;

describe.each([
  ['files', () => addressOf(addFiles, { chatbotId: chatbot.id }), 'files'],
  ['images', () => addressOf(setChatbotImage, { chatbotId: chatbot.id }), 'file'],
])('a form of %s', (_what, path, name) => {
  test.each([
    ['without a boundary', 'multipart/form-data', `${head(name)}\r\nBonjour\r\n--x--\r\n`],
    ['whose boundary never comes', form, 'Bonjour '.repeat(2000)],
    ['that ends within the headers of a part', form, `--x\r\ncontent-disposition: form-data; na`],
    ['that ends behind the headers of a part', form, `${head(name)}\r\n`],
    ['that ends within a file', form, `${head(name)}\r\n${'Bonjour '.repeat(2000)}`],
    ['that ends within a file nobody asked for', form, `${head('other')}\r\n${'Bonjour '.repeat(9000)}`],
    ['without its end', form, `${head(name)}\r\nBonjour\r\n--x\r\n`],
    ['with a header of 1 MB', form, `${head(name)}x-a: ${'a'.repeat(1_048_576)}\r\n\r\nBonjour\r\n--x--\r\n`],
    [
      'with a name of 1 MB',
      form,
      `--x\r\ncontent-disposition: form-data; name="${'a'.repeat(1_048_576)}"; filename="a.txt"\r\n\r\nBonjour\r\n--x--\r\n`,
    ],
    [
      'whose headers name an object’s own',
      form,
      `--x\r\ncontent-disposition: form-data; name="__proto__"; filename="a.txt"\r\n\r\nBonjour\r\n--x--\r\n`,
    ],
    ['that is empty', form, ''],
    ['of no parts', form, '--x--\r\n'],
  ])('%s is refused at once, and nothing of it stays', async (_which, type, body) => {
    expect(await send(path(), type, body)).toBe(400);
    expect(await readdir(join(program.context.config.dataDir, 'incoming'))).toEqual([]);
    expect(await readdir(join(program.context.config.dataDir, 'files'))).toEqual([]);
    const { body: sources } = await person.call(listSources, { params: { chatbotId: chatbot.id } });
    expect(sources.items).toEqual([]);
  });
});
