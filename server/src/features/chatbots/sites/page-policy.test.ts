import { expect, test } from 'vitest';
import { findBlocked } from './page-policy.ts';

const page = new URL('https://hotel.example/accueil');
const url = new URL('https://bot.example/embed/v1/abc/widget.js');
const wanted = [
  { directive: 'script-src' as const, url, nonce: 'r4nd0m' },
  { directive: 'connect-src' as const, url: new URL('https://bot.example/embed/v1/abc') },
];

test.each([
  [[], []],
  [['upgrade-insecure-requests; img-src none'], []],
  [["default-src 'self'"], ['script-src', 'connect-src']],
  [["script-src 'none'"], ['script-src']],
  [["script-src 'self' https://bot.example; connect-src 'self'"], ['connect-src']],
  [['script-src *; connect-src *'], []],
  [['default-src https:'], []],
  [['default-src http:'], []],
  [['default-src data: blob:'], ['script-src', 'connect-src']],
  [['DEFAULT-SRC BOT.EXAMPLE'], []],
  [['default-src *.example'], []],
  [['default-src *.bot.example'], ['script-src', 'connect-src']],
  [['default-src bot.example:443'], []],
  [['default-src bot.example:8443'], ['script-src', 'connect-src']],
  [['default-src bot.example:*'], []],
  [['default-src http://bot.example'], []],
  [['default-src https://bot.example/embed/'], []],
  [['default-src https://bot.example/other/'], ['script-src', 'connect-src']],
  [['default-src https://bot.example.evil.example'], ['script-src', 'connect-src']],
  [["script-src-elem 'none'; script-src *; connect-src *"], ['script-src']],
  [["script-src 'nonce-r4nd0m'"], []],
  [["script-src 'nonce-other' 'strict-dynamic' https:"], ['script-src']],
  [["script-src 'nonce-r4nd0m' 'strict-dynamic'"], []],
  [["script-src *; script-src 'none'"], []],
  [['default-src *', "connect-src 'self'"], ['connect-src']],
])('%j: %j', (policies, blocked) => {
  expect(findBlocked(policies, wanted, page)).toEqual(blocked);
});

test('frames, and a page of our own', () => {
  const frame = { directive: 'frame-src' as const, url };
  expect(findBlocked(["child-src 'none'"], [frame], page)).toEqual(['frame-src']);
  expect(findBlocked(["frame-src bot.example; default-src 'none'"], [frame], page)).toEqual([]);
  expect(findBlocked(["default-src 'self'"], wanted, new URL('https://bot.example/x'))).toEqual([]);
});
