import { beforeEach, expect, test } from 'vitest';
import { drafts, forgetDrafts, forgetSignedOutDrafts, hasDrafts, setDraftWriter } from './drafts.ts';

beforeEach(() => {
  sessionStorage.clear();
  setDraftWriter(undefined);
});

test('what somebody typed waits for them and for nobody else', () => {
  setDraftWriter('u1');
  drafts.write('chatbot:c1', 'of the first');
  setDraftWriter(undefined);
  expect(hasDrafts()).toBe(false);
  setDraftWriter('u2');
  expect(drafts.read('chatbot:c1')).toBeNull();
  expect(hasDrafts()).toBe(false);
  drafts.write('chatbot:c1', 'of the second');
  forgetDrafts();
  expect(drafts.read('chatbot:c1')).toBeNull();
  setDraftWriter('u1');
  expect(hasDrafts()).toBe(true);
  expect(drafts.read('chatbot:c1')).toBe('of the first');
});

test('what was typed before anybody signed in goes when somebody does', () => {
  drafts.write('register', 'somebody’s name');
  expect(hasDrafts()).toBe(false);
  setDraftWriter('u1');
  drafts.write('chatbot:c1', 'kept');
  forgetSignedOutDrafts();
  expect(drafts.read('chatbot:c1')).toBe('kept');
  setDraftWriter(undefined);
  expect(drafts.read('register')).toBeNull();
});
