import { beforeEach, describe, expect, test, vi } from 'vitest';
import { textsIn } from '../../lib/language/texts.ts';
import { stateOfRefusal } from './email-links/confirmation.ts';
import { mistakeIn, refusalOf, sentenceOf } from './errors.ts';
import { texts } from './texts.ts';

const t = textsIn(texts, 'fr');
const at = 1_000_000;

describe('which refusal it is', () => {
  test('e-mail limits by code or message, every other 429 is global', () => {
    const email = { code: 'rate_limit_exceeded', scope: 'email' };
    expect(refusalOf({ status: 429, code: 'over_email_send_rate_limit', message: '' })).toEqual(email);
    expect(refusalOf({ status: 400, code: undefined, message: 'Email rate limit exceeded' })).toEqual(email);
    expect(refusalOf({ status: 429, code: 'over_request_rate_limit', message: 'x' })).toEqual({
      code: 'rate_limit_exceeded',
      scope: 'global',
    });
  });

  test('the catalogue’s sentences, to the letter', () => {
    const say = (error: { status?: number; code?: string; message: string }, minutes = 0) =>
      sentenceOf(refusalOf({ status: undefined, code: undefined, ...error }), t, minutes);
    expect(say({ status: 429, message: '' }, 5)).toBe(
      'Trop de tentatives depuis cette connexion. Veuillez patienter avant de réessayer. Réessayez dans 5 minutes',
    );
    expect(say({ message: 'email rate limit exceeded' }, 1)).toBe(
      "Trop de tentatives d'inscription. Veuillez patienter avant de réessayer. Réessayez dans 1 minute",
    );
    expect(say({ status: 400, message: 'Invalid login credentials' })).toBe(
      'Email ou mot de passe incorrect',
    );
    expect(say({ status: 0, message: 'Failed to fetch' })).toBe(
      'Problème de connexion. Vérifiez votre connexion internet',
    );
    expect(say({ status: 422, code: 'weak_password', message: 'short' })).toBe(
      'Le mot de passe doit contenir au moins 6 caractères',
    );
    expect(
      say({ status: 400, code: 'validation_failed', message: 'Unable to validate email address: invalid' }),
    ).toBe("Format d'email invalide");
    expect(mistakeIn(`${'a'.repeat(251)}@b.fr`, t)).toBe(
      'Cette adresse est trop longue : 255 caractères au plus',
    );
    expect(say({ status: 500, message: 'boom' })).toBe(
      "Une erreur inattendue s'est produite. Veuillez réessayer",
    );
  });
});

describe('the record that survives a reload', () => {
  beforeEach(() => {
    localStorage.clear();
    vi.resetModules();
  });

  test('one address, or everybody; loaded at start, forgotten once expired', async () => {
    const first = await import('./limits/rate-limit.ts');
    first.setRateLimit('a@b.fr', 90, at);
    expect(first.limitFor(first.rateLimits.get(), 'a@b.fr', at)).toBeDefined();
    expect(first.limitFor(first.rateLimits.get(), 'c@d.fr', at)).toBeUndefined();
    first.setRateLimit(undefined, 300, Date.now());
    expect(JSON.parse(localStorage.getItem('global_rate_limit') ?? '')).toMatchObject({
      isRateLimited: true,
      email: 'GLOBAL',
    });

    vi.resetModules();
    const later = await import('./limits/rate-limit.ts');
    expect(later.limitFor(later.rateLimits.get(), 'anybody@x.fr', Date.now())).toBeDefined();
    later.clearExpired(Date.now() + 301_000);
    expect(later.rateLimits.get()).toEqual([]);
    expect(localStorage.getItem('global_rate_limit')).toBeNull();
  });

  test('minutes are rounded up, at least one; a broken record is none', async () => {
    const { minutesLeft } = await import('./limits/rate-limit.ts');
    const record = (ms: number) => ({ isRateLimited: true as const, email: 'GLOBAL', retryAfter: at + ms });
    expect(minutesLeft(record(61_000), at)).toBe(2);
    expect(minutesLeft(record(1), at)).toBe(1);

    localStorage.setItem('auth_rate_limit', '{"isRateLimited":true');
    vi.resetModules();
    const { rateLimits } = await import('./limits/rate-limit.ts');
    expect(rateLimits.get()).toEqual([]);
  });
});

test('a link’s refusal: codes decide, texts only without one', () => {
  expect(stateOfRefusal({ code: 'otp_expired', text: 'Email link is invalid or has expired' })).toBe(
    'expired',
  );
  expect(stateOfRefusal({ text: 'token is invalid' })).toBe('invalid');
  expect(stateOfRefusal({ code: 'bad_oauth_state', text: '', status: 400 })).toBe('invalid');
  expect(stateOfRefusal({ code: 'pkce_code_verifier_not_found', text: '' })).toBe('confirmed');
  expect(stateOfRefusal({ text: 'server_error' })).toBe('error');
});
