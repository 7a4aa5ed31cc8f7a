import { expect, test } from 'vitest';
import { filterToSite } from './site.ts';

test('a sitemap’s entries are told apart by site, while others get their turns', async () => {
  let turns = 0;
  let timer: NodeJS.Immediate;
  const turn = () => {
    turns++;
    timer = setImmediate(turn);
  };
  timer = setImmediate(turn);
  const entries = Array.from({ length: 20_000 }, (_, at) => ({
    url: at % 2 === 0 ? `http://www.a.org/${at}#part` : `javascript:${at}`,
  }));
  const { own, others } = await filterToSite('https://a.org/sitemap.xml', entries);
  clearImmediate(timer);
  expect([own.length, others.length]).toEqual([10_000, 10_000]);
  expect([own[1], others[1]]).toEqual([{ url: 'http://www.a.org/2' }, 'javascript:3']);
  expect(turns).toBeGreaterThanOrEqual(19);
});
