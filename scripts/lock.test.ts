import { expect, test } from 'vitest';
import { completeLock } from './lock.ts';

const lock = {
  name: 'x',
  packages: {
    '': { name: 'x' },
    'node_modules/tool': {
      version: '2.0.0',
      resolved: 'https://registry.example/tool.tgz',
      integrity: 'sha512-a',
      dev: true,
      optionalDependencies: {
        '@tool/linux-x64-musl': '2.0.0',
        '@tool/darwin-arm64': '2.0.0',
        'tool-windows-x64-msvc': '2.0.0',
        'tool-here': '2.0.0',
      },
    },
    'node_modules/tool/node_modules/tool-here': {
      version: '2.0.0',
      integrity: 'sha512-b',
      dev: true,
      optional: true,
    },
  },
};

test('packages of other platforms are written with what their names tell, and no address is kept', () => {
  const { packages } = JSON.parse(completeLock(JSON.stringify(lock)));
  expect(packages['node_modules/@tool/linux-x64-musl']).toEqual({
    version: '2.0.0',
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
    dev: true,
    optional: true,
  });
  expect(packages['node_modules/@tool/darwin-arm64']).toMatchObject({ os: ['darwin'], cpu: ['arm64'] });
  expect(packages['node_modules/tool-windows-x64-msvc']).toMatchObject({ os: ['win32'], cpu: ['x64'] });
  expect(packages['node_modules/tool-here']).toBeUndefined();
  expect(packages['node_modules/tool']).not.toHaveProperty('resolved');
  expect(packages['node_modules/tool']).toHaveProperty('integrity');
});

test('a complete lockfile stays as it is', () => {
  const once = completeLock(JSON.stringify(lock));
  expect(completeLock(once)).toBe(once);
});

test('a name that tells no platform is said, not guessed', () => {
  const packages = { 'node_modules/a': { version: '1.0.0', optionalDependencies: { fsevents2: '1.0.0' } } };
  expect(() => completeLock(JSON.stringify({ packages }))).toThrow(/fsevents2/);
});
