import { beforeEach, expect, test } from 'vitest';
import { drafts, forgetDrafts, forgetNobodysDrafts, hasDrafts, writeAs } from './drafts.ts';

beforeEach(() => {
  sessionStorage.clear();
  writeAs(undefined);
});

test('what somebody typed waits for them and for nobody else', () => {
  writeAs('u1');
  drafts.write('chatbot:c1', 'of the first');
  writeAs(undefined);
  expect(hasDrafts()).toBe(false);
  writeAs('u2');
  expect(drafts.read('chatbot:c1')).toBeNull();
  expect(hasDrafts()).toBe(false);
  drafts.write('chatbot:c1', 'of the second');
  forgetDrafts();
  expect(drafts.read('chatbot:c1')).toBeNull();
  writeAs('u1');
  expect(hasDrafts()).toBe(true);
  expect(drafts.read('chatbot:c1')).toBe('of the first');
});

test('what was typed before anybody signed in goes when somebody does', () => {
  drafts.write('register', 'somebody’s name');
  expect(hasDrafts()).toBe(false);
  writeAs('u1');
  drafts.write('chatbot:c1', 'kept');
  forgetNobodysDrafts();
  expect(drafts.read('chatbot:c1')).toBe('kept');
  writeAs(undefined);
  expect(drafts.read('register')).toBeNull();
});
