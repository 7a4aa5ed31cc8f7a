import { describe, expect, test } from 'vitest';
import { readLink, takeLink } from './confirmation-link.ts';

const code = '0190b0a0-1234-4abc-8def-001122334455';
const addressOf = (...from: Parameters<typeof takeLink>) => takeLink(...from)?.address;

describe('a page opened from a mail', () => {
  test('sign-up, recovery and errors go to /email-confirmation', () => {
    expect(addressOf('/chatbots', '', '#access_token=a&type=signup')).toBe('/email-confirmation');
    expect(addressOf('/chatbots', '?type=recovery&token=x', '')).toBe('/email-confirmation');
    const failed = '#error=access_denied&error_code=otp_expired';
    expect(takeLink('/login', '', failed)).toEqual({ address: `/email-confirmation${failed}` });
  });

  test('codes and other tokens go to /auth/callback', () => {
    expect(addressOf('/', `?code=${code}`, '')).toBe('/auth/callback');
    expect(addressOf('/', '?type=magiclink&token_hash=x', '')).toBe('/auth/callback');
  });

  test('a type or a token alone is handled, too', () => {
    expect(addressOf('/', '?token=x', '')).toBe('/auth/callback');
    expect(addressOf('/login', '', '#type=magiclink')).toBe('/auth/callback#type=magiclink');
  });

  test('what opens an account leaves the address and is handed over beside it; the rest stays', () => {
    const tokens = '#access_token=a&refresh_token=r&type=recovery&provider_token=p';
    for (const page of ['/chatbots', '/email-confirmation'])
      expect(takeLink(page, '', tokens)).toEqual({
        address: '/email-confirmation',
        link: expect.objectContaining({ type: 'recovery', tokens: { access: 'a', refresh: 'r' } }),
      });
    expect(takeLink('/reset-password', `?code=${code}`, '')).toEqual({
      address: '/reset-password',
      link: expect.objectContaining({ code }),
    });
    expect(addressOf('/auth/callback', `?code=${code}&next=%2Fprofile`, '')).toBe(
      '/auth/callback?next=%2Fprofile',
    );
    expect(addressOf('/reset-password', '?token_hash=x&type=recovery', '')).toBe('/reset-password');
  });

  test('the three handlers keep what is no secret, and filters of ours are no such thing', () => {
    expect(addressOf('/email-confirmation', '?error=x', '')).toBe('/email-confirmation?error=x');
    expect(addressOf('/reset-password', '?type=recovery', '')).toBe('/reset-password?type=recovery');
    expect(takeLink('/token-audit', '?type=message&code=fr', '')).toBeUndefined();
  });

  test('an error is read from the fragment first, its code apart from its text', () => {
    expect(readLink('', '#error=access_denied&error_code=otp_expired&error_description=Gone').error).toEqual({
      code: 'otp_expired',
      text: 'Gone',
    });
  });
});
