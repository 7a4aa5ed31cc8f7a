import { expect, test } from 'vitest';
import { ownPath, pageFor } from './wanted-page.ts';

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

test('a page waits for who wanted it, and for nobody else', () => {
  expect(pageFor('u1', { from: '/profile', of: 'u1' })).toBe('/profile');
  expect(pageFor('u2', { from: '/profile', of: 'u1' })).toBe('/');
  expect(pageFor('u2', { from: '/profile' })).toBe('/profile');
  expect(pageFor('u2', {})).toBe('/');
});
