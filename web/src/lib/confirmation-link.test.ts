import { describe, expect, test } from 'vitest';
import { forwardAddress, readLink } from './confirmation-link.ts';

const code = '0190b0a0-1234-4abc-8def-001122334455';

describe('a page opened from a mail', () => {
  test('sign-up, recovery and errors go to /email-confirmation with their parameters', () => {
    expect(forwardAddress('/', '', '#access_token=a&type=signup')).toBe(
      '/email-confirmation#access_token=a&type=signup',
    );
    expect(forwardAddress('/chatbots', '?type=recovery&token=x', '')).toBe(
      '/email-confirmation?type=recovery&token=x',
    );
    expect(forwardAddress('/login', '', '#error=access_denied&error_code=otp_expired')).toBe(
      '/email-confirmation#error=access_denied&error_code=otp_expired',
    );
  });

  test('codes and other tokens go to /auth/callback', () => {
    expect(forwardAddress('/', `?code=${code}`, '')).toBe(`/auth/callback?code=${code}`);
    expect(forwardAddress('/', '?type=magiclink&token_hash=x', '')).toBe(
      '/auth/callback?type=magiclink&token_hash=x',
    );
  });

  test('a type or a token alone is handled, too', () => {
    expect(forwardAddress('/', '?token=x', '')).toBe('/auth/callback?token=x');
    expect(forwardAddress('/login', '', '#type=magiclink')).toBe('/auth/callback#type=magiclink');
  });

  test('the three handlers keep theirs, and filters of ours are no such thing', () => {
    expect(forwardAddress('/email-confirmation', '?error=x', '')).toBeUndefined();
    expect(forwardAddress('/auth/callback', `?code=${code}`, '')).toBeUndefined();
    expect(forwardAddress('/reset-password', '?type=recovery', '')).toBeUndefined();
    expect(forwardAddress('/token-audit', '?type=message&code=fr', '')).toBeUndefined();
  });

  test('an error is read from the fragment first, its code apart from its text', () => {
    expect(readLink('', '#error=access_denied&error_code=otp_expired&error_description=Gone').error).toEqual({
      code: 'otp_expired',
      text: 'Gone',
    });
  });
});
