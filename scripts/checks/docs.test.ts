import { describe, expect, test } from 'vitest';
import { shapeOf } from './api-page.ts';
import { findBrokenLinks, findUndocumented } from './docs.ts';

describe('links', () => {
  const files: Record<string, string> = {
    'docs/a.md': '# One\n## Two, and `three`\n## Cinq <a id="five"></a>',
    'README.md': '# Here',
  };
  const read = (path: string) => files[path];

  test.each([
    '[a](docs/a.md)',
    '[a](docs/a.md#two-and-three)',
    '[a](docs/a.md#five)',
    '[here](#here)',
    '[web](https://example.org/x)',
    '`[code](nowhere.md)`',
  ])('lead somewhere: %s', (link) => {
    expect(findBrokenLinks('README.md', `# Here\n${link}`, read)).toEqual([]);
  });

  test.each(['[a](docs/b.md)', '[a](docs/a.md#four)', '![picture](docs/images/a.png)'])(
    'lead nowhere: %s',
    (link) => {
      expect(findBrokenLinks('README.md', link, read)).toHaveLength(1);
    },
  );
});

describe('variables', () => {
  const readme = '| `HOST`, `PORT` | where | 127.0.0.1, 3000 |';

  test('all documented', () => {
    const variables = [
      { name: 'HOST', fallback: '127.0.0.1' },
      { name: 'PORT', fallback: '3000' },
    ];
    expect(findUndocumented(variables, readme, '# HOST=\nPORT=3000')).toEqual([]);
  });

  test('a missing one, a wrong default, one that nothing reads', () => {
    const variables = [
      { name: 'PORT', fallback: '8080' },
      { name: 'ROLE', fallback: undefined },
    ];
    expect(findUndocumented(variables, readme, 'PORT=')).toEqual([
      'README.md: the default of PORT is 8080',
      'README.md: ROLE is missing from the table of variables',
      '.env.example: ROLE is missing',
      'README.md: nothing reads HOST',
    ]);
  });
});

test('a schema is written as a person would', () => {
  expect(
    shapeOf({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 3, maxLength: 50 },
        at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
        kinds: { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 2 },
        count: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      },
      required: ['name'],
    }),
  ).toBe('{ name: string (≥ 3, ≤ 50), at?: date-time | null, kinds?: ["a" | "b"] ≤ 2, count?: integer }');
});
