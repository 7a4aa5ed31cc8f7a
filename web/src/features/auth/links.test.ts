import { expect, test } from 'vitest';
import { ownPath } from './links.ts';

test('only a path of ours is led to', () => {
  expect(ownPath('/chatbots?search=spa#top')).toBe('/chatbots?search=spa#top');
  for (const hostile of [
    null,
    '',
    'chatbots',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/\t/evil.example/',
    'javascript:alert(1)',
  ])
    expect(ownPath(hostile), String(hostile)).toBe('/');
});
