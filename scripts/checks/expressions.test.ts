import { expect, test } from 'vitest';
import { findSlowText } from './expression-attacks.ts';
import { findExpressions, judgeExpressions } from './expressions.ts';

const expression = ({ source, flags }: RegExp) => ({ place: '', source, flags });

test.each([/\s+$/, /<([^>]+)>/, /(?<=\bhow\s+)long/, /\B(?=(\d{3})+(?!\d))/g, /^[^/]*\.[^/]*:\d/])(
  'the linter refuses %s',
  (slow) => {
    const all = [/^a+$/, slow].map(expression);
    expect([...judgeExpressions(all).keys()]).toEqual([all[1]]);
  },
);

test.each([
  // What stopped the service with 204 bytes.
  /^\s*(?:<!--[\s\S]{0,500}?-->\s*)*<(?:!doctype\s+html|html)\b/i,
  /(https?:\/\/[^\s"'?#]+)[?#][^\s"']*/g,
])('what the linter lets pass is tried: %s', (slow) => {
  expect(judgeExpressions([expression(slow)]).size).toBe(0);
  expect(findSlowText(expression(slow))).toMatch(/^takes /);
});

test.each([
  /(?<!\s)\s+$/,
  /!\[[^[\]]*\]\([^()]*\)/g,
  /^(?:[a-z]+\.)+$/,
  /[^>]{1,300}type/,
  /(?<=\S) {2,}\S/g,
])('%s is fast enough for both', (fast) => {
  expect(judgeExpressions([expression(fast)]).size).toBe(0);
  expect(findSlowText(expression(fast))).toBeUndefined();
});

test('expressions are found wherever they stand, and whether they are built once', () => {
  const code = `const a = /x/g;
    const once = new RegExp('y');
    const f = () => [/z/u, RegExp('w')];
    class A { m() { return \`\${/v/.test('')}\`; } }`;
  expect(findExpressions('a.ts', code)).toEqual({
    literals: [
      { place: 'a.ts:1', source: 'x', flags: 'g' },
      { place: 'a.ts:3', source: 'z', flags: 'u' },
      { place: 'a.ts:4', source: 'v', flags: '' },
    ],
    built: [
      { place: 'a.ts:2', isOnce: true },
      { place: 'a.ts:3', isOnce: false },
    ],
  });
});
