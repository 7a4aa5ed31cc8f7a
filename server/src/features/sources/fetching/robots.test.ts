import { expect, test } from 'vitest';
import { crawlDelayMs, isAllowed, maxRobotsBytes, rulesFor } from './robots.ts';

test('without rules everything may be read', () => {
  expect(isAllowed(rulesFor(''), '/a')).toBe(true);
  expect(isAllowed(rulesFor('User-agent: *\nDisallow:'), '/a')).toBe(true);
});

test('the longest match decides, a tie allows', () => {
  const robots = 'User-agent: *\nDisallow: /private\nAllow: /private/open\nDisallow: /same\nAllow: /same';
  expect(isAllowed(rulesFor(robots), '/private/a')).toBe(false);
  expect(isAllowed(rulesFor(robots), '/private/open/a')).toBe(true);
  expect(isAllowed(rulesFor(robots), '/same')).toBe(true);
});

test('a group that names us replaces the one for everybody', () => {
  const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: parlancebot\nDisallow: /no';
  expect(isAllowed(rulesFor(robots), '/yes')).toBe(true);
  expect(isAllowed(rulesFor(robots), '/no')).toBe(false);
});

test('a Crawl-delay ends the names that its group begins with, as any rule does', () => {
  const rules = rulesFor('User-agent: *\nCrawl-delay: 5\nUser-agent: other\nDisallow: /');
  expect(isAllowed(rules, '/yes')).toBe(true);
  expect(crawlDelayMs(rules)).toBe(5_000);
});

test('stars and a final dollar', () => {
  const robots = 'User-agent: *\nDisallow: /*.php$\nDisallow: /a*b*c';
  expect(isAllowed(rulesFor(robots), '/x/index.php')).toBe(false);
  expect(isAllowed(rulesFor(robots), '/x/index.php?a=1')).toBe(true);
  expect(isAllowed(rulesFor(robots), '/axxbyyc')).toBe(false);
  expect(isAllowed(rulesFor(robots), '/axxc')).toBe(true);
});

test('a hostile pattern costs no time', () => {
  expect(
    isAllowed(rulesFor(`User-agent: *\nDisallow: /${'*a'.repeat(5000)}b`), `/${'a'.repeat(100_000)}`),
  ).toBe(true);
  const comment = `${'#'.repeat(maxRobotsBytes)}\u2028x\nUser-agent: *\nDisallow: /no`;
  expect(isAllowed(rulesFor(comment), '/no')).toBe(false);
});
