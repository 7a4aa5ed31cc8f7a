import { expect, test } from 'vitest';
import { isAllowed } from './robots.ts';

test('without rules everything may be read', () => {
  expect(isAllowed('', '/a')).toBe(true);
  expect(isAllowed('User-agent: *\nDisallow:', '/a')).toBe(true);
});

test('the longest match decides, a tie allows', () => {
  const robots = 'User-agent: *\nDisallow: /private\nAllow: /private/open\nDisallow: /same\nAllow: /same';
  expect(isAllowed(robots, '/private/a')).toBe(false);
  expect(isAllowed(robots, '/private/open/a')).toBe(true);
  expect(isAllowed(robots, '/same')).toBe(true);
});

test('a group that names us replaces the one for everybody', () => {
  const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: parlancebot\nDisallow: /no';
  expect(isAllowed(robots, '/yes')).toBe(true);
  expect(isAllowed(robots, '/no')).toBe(false);
});

test('stars and a final dollar', () => {
  const robots = 'User-agent: *\nDisallow: /*.php$\nDisallow: /a*b*c';
  expect(isAllowed(robots, '/x/index.php')).toBe(false);
  expect(isAllowed(robots, '/x/index.php?a=1')).toBe(true);
  expect(isAllowed(robots, '/axxbyyc')).toBe(false);
  expect(isAllowed(robots, '/axxc')).toBe(true);
});

test('a hostile pattern costs no time', () => {
  expect(isAllowed(`User-agent: *\nDisallow: /${'*a'.repeat(5000)}b`, `/${'a'.repeat(100_000)}`)).toBe(true);
});
