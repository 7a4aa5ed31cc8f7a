import { speak } from '@parlance/contract/i18n';
import { expect, test } from 'vitest';
import { messages } from './messages.ts';

test('figures and hours of a summary are written as its language writes them', () => {
  const [french, english] = [speak(messages, 'fr'), speak(messages, 'en')];
  expect(french.size(10_000, 12_500)).toBe(
    '10\u00a0000\u00a0conversations, 12\u00a0500\u00a0messages de visiteurs.',
  );
  expect(english.size(10_000, 12_500)).toBe('10,000 conversations, 12,500 messages from visitors.');
  expect(french.busiest(23, 1)).toContain('de 23\u00a0h à 0\u00a0h');
  expect([0, 11, 12, 23].map((hour) => /: (.*) \(/.exec(english.busiest(hour, 1))?.[1])).toEqual([
    '12 am to 1 am',
    '11 am to 12 pm',
    '12 pm to 1 pm',
    '11 pm to 12 am',
  ]);
});
