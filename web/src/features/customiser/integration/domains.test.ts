import { updateChatbot } from '@parlance/contract/endpoints/chatbots';
import { expect, test } from 'vitest';
import { addDomains, domainOf } from './domains.ts';

test.each([
  ['example.com', 'example.com'],
  [' WWW.Example.com ', 'www.example.com'],
  ['https://www.example.com/rooms?x=1#top', 'www.example.com'],
  ['https://example.com:443', 'example.com'],
  ['http://localhost:3000/', 'localhost:3000'],
  ['*.example.com', '*.example.com'],
  ['*.example.com:8443', '*.example.com:8443'],
  ['hôtel.fr', 'xn--htel-vqa.fr'],
  ['example.com.', 'example.com'],
  ['127.0.0.1:8080', '127.0.0.1:8080'],
])('%s is %s', (typed, domain) => {
  expect(domainOf(typed)).toBe(domain);
  expect(updateChatbot.body?.safeParse({ allowedDomains: [domain] }).success).toBe(true);
});

test.each([
  '',
  '*',
  '*.com',
  'a*.example.com',
  'two words',
  'example.com:0',
  'example.com:70000',
  'javascript:alert(1)',
  'user@example.com',
  'ftp://example.com',
  '<b>example.com</b>',
])('%s is none', (typed) => expect(domainOf(typed)).toBeUndefined());

test('a pasted list is taken apart, each domain once', () => {
  expect(addDomains(['example.com'], 'https://example.com/x, *.example.org\nnot_one shop.example')).toEqual({
    domains: ['example.com', '*.example.org', 'shop.example'],
    wrong: ['not_one'],
  });
});
