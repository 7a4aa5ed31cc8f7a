import type { Setup } from '@parlance/contract/endpoints/usage';
import { describe, expect, test } from 'vitest';
import { type Standing, tipsFor } from './tips.ts';

const done: Setup = {
  id: 'a',
  publicId: 'p',
  name: 'Accueil',
  platform: 'website',
  hasSource: true,
  hasCrawl: true,
  failedSource: null,
  hasContact: true,
  hasCap: true,
  hasChecks: true,
  isTested: true,
  hasVisitors: true,
  isInstalled: true,
};
const standing = (change: Partial<Standing> = {}, setup: Partial<Setup> = {}): Standing => ({
  setups: [done, { ...done, id: 'b', name: 'Spa', ...setup }],
  usage: {
    message: { used: 10, remaining: 90, limit: 100 },
    storage: { used: 10, remaining: 90, limit: 100 },
  },
  isQuoting: false,
  unanswered: 0,
  isFirstDays: false,
  ...change,
});
const kinds = (given: Standing) => tipsFor(given).map(({ kind }) => kind);

test('who has done everything still learns something', () => {
  expect(tipsFor(standing())).toEqual([{ kind: 'citations', name: '', to: undefined }]);
});

describe('of a chatbot that lacks something, its name and the place to mend it', () => {
  test.each<[string, Partial<Setup>, string]>([
    ['noSource', { hasSource: false }, '/chatbots/b/data-sources'],
    ['failedSource', { failedSource: 'url' }, '/chatbots/b/data-sources?kind=url&status=error'],
    [
      'untested',
      { isTested: false, hasVisitors: false, isInstalled: false },
      '/chatbots/b/data-sources?test=1',
    ],
    ['notInstalled', { isInstalled: false, hasVisitors: false }, '/chatbots/b/personnaliser?tab=integration'],
    ['noContact', { hasContact: false }, '/chatbots/b/personnaliser?tab=internal'],
    ['noChecks', { hasChecks: false }, '/summary?tab=checks&chatbot=b'],
    ['noCrawl', { hasCrawl: false }, '/chatbots/b/data-sources?kind=url'],
  ])('%s', (kind, lack, to) => {
    expect(tipsFor(standing({}, lack))[0]).toEqual({ kind, name: 'Spa', to });
    // The card of the first steps says so already.
    expect(kinds(standing({ isFirstDays: true }, lack))).toEqual(['citations']);
  });

  test('nothing is asked of it that can’t be yet: no test without a source, no page for Telegram', () => {
    const bare = {
      hasSource: false,
      isTested: false,
      hasVisitors: false,
      isInstalled: false,
      hasContact: false,
    };
    expect(kinds(standing({}, bare))).toEqual(['noSource', 'citations']);
    expect(kinds(standing({}, { platform: 'telegram', isInstalled: false, hasCrawl: false }))).toEqual([
      'citations',
    ]);
  });
});

describe('of an account', () => {
  const storage = (used: number) => ({
    ...standing().usage,
    storage: { used, remaining: 100 - used, limit: 100 },
  });

  test.each<[string, Partial<Standing>]>([
    ['unanswered', { unanswered: 1 }],
    ['storageFilling', { usage: storage(60) }],
    ['quoting', { isQuoting: true }],
  ])('%s', (kind, change) => expect(kinds(standing(change))).toEqual([kind, 'citations']));

  test('storage that the alert speaks of is no tip', () => {
    expect(kinds(standing({ usage: storage(59) }))).toEqual(['citations']);
    expect(kinds(standing({ usage: storage(80) }))).toEqual(['citations']);
  });

  test('a cap is worth something where one of several could use up all, and none has one', () => {
    const uncapped = { ...done, hasCap: false };
    const setups = [uncapped, { ...uncapped, id: 'b' }];
    expect(tipsFor(standing({ setups }))[0]).toMatchObject({ kind: 'noCap', name: 'Accueil' });
    expect(kinds(standing({ setups: [uncapped] }))).toEqual(['citations']);
    expect(kinds(standing({ setups: [uncapped, done] }))).toEqual(['citations']);
    const unlimited = { ...standing().usage, message: { used: 1, remaining: null, limit: null } };
    expect(kinds(standing({ setups, usage: unlimited }))).toEqual(['citations']);
  });
});

test('what keeps a chatbot from answering comes before what would be good to have', () => {
  const lacks = {
    failedSource: 'file' as const,
    isInstalled: false,
    hasContact: false,
    hasChecks: false,
    hasCrawl: false,
  };
  expect(kinds(standing({ unanswered: 3, isQuoting: true }, lacks))).toEqual([
    'failedSource',
    'notInstalled',
    'noContact',
    'noChecks',
    'unanswered',
    'noCrawl',
    'quoting',
    'citations',
  ]);
});
