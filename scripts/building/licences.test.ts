import { expect, test } from 'vitest';
import { isAllowed, listShipped } from './licences.ts';

test.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0)', 'GPL-2.0 OR MIT', 'MIT AND ISC', 'OFL-1.1'])(
  'allowed: %s',
  (licence) => {
    expect(isAllowed(licence)).toBe(true);
  },
);

test.each(['AGPL-3.0', 'GPL-3.0-only', 'MIT AND GPL-3.0', 'UNLICENSED', 'none stated', 'SSPL-1.0'])(
  'refused: %s',
  (licence) => {
    expect(isAllowed(licence)).toBe(false);
  },
);

test('only what is shipped counts', () => {
  const packages = {
    '': {},
    server: { version: '0.1.0' },
    'node_modules/@parlance/server': { link: true },
    'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0', dev: true },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0', license: 'MIT' },
  };
  expect(listShipped({ packages }, '/')).toEqual([
    { place: 'node_modules/a/node_modules/@b/c', name: '@b/c', version: '2.0.0', licence: 'MIT' },
  ]);
});
