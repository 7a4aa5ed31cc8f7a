import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  chooseLanguage,
  followCountry,
  followKeptLanguage,
  followProfileLanguage,
  language,
  languageBy,
  languageOfBrowser,
  languageOfCountry,
  settleLanguage,
} from './language.ts';
import { languageOfTimezone } from './timezone-languages.ts';

describe('what decides the language, strongest first', () => {
  test('a stored choice, the profile, the country, the browser, the time zone, French', () => {
    const all = { stored: 'en', profile: 'fr', country: 'en', browser: 'fr', timezone: 'en' } as const;
    expect(languageBy(all)).toBe('en');
    expect(languageBy({ ...all, stored: undefined })).toBe('fr');
    expect(languageBy({ ...all, stored: undefined, profile: undefined })).toBe('en');
    expect(languageBy({ browser: 'fr', timezone: 'en' })).toBe('fr');
    expect(languageBy({ timezone: 'en' })).toBe('en');
    expect(languageBy({})).toBe('fr');
  });

  test('the twenty countries, and no other', () => {
    for (const code of ['FR', 'BE', 'CH', 'CA', 'LU', 'MC', 'SN', 'CI', 'ML', 'BF', 'fr']) {
      expect(languageOfCountry(code)).toBe('fr');
    }
    for (const code of ['US', 'GB', 'AU', 'NZ', 'IE', 'ZA', 'IN', 'SG', 'MY', 'PH']) {
      expect(languageOfCountry(code)).toBe('en');
    }
    expect(languageOfCountry('DE')).toBeUndefined();
    expect(languageOfCountry(null)).toBeUndefined();
  });

  test('zones of those countries, Canada with France', () => {
    expect(languageOfTimezone('Europe/Paris')).toBe('fr');
    expect(languageOfTimezone('America/Vancouver')).toBe('fr');
    expect(languageOfTimezone('America/Indiana/Knox')).toBe('en');
    expect(languageOfTimezone('Asia/Tokyo')).toBeUndefined();
  });

  test('the browser counts by its first language', () => {
    expect(languageOfBrowser(['en-GB', 'fr'])).toBe('en');
    expect(languageOfBrowser(['de', 'fr'])).toBeUndefined();
  });
});

describe('in a browser', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => vi.restoreAllMocks());

  test('a stored choice wins at once; detection stores nothing', async () => {
    localStorage.setItem('language', 'en');
    await settleLanguage();
    expect(language.get()).toBe('en');
    expect(document.documentElement.lang).toBe('en');

    localStorage.clear();
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR']);
    await settleLanguage();
    expect(language.get()).toBe('fr');
    expect(localStorage.getItem('language')).toBeNull();
  });

  test('the country overrides the browser, an unlisted one changes nothing', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en']);
    await settleLanguage();
    await followCountry(async () => 'DE');
    expect(language.get()).toBe('en');
    await followCountry(async () => 'FR');
    expect(language.get()).toBe('fr');
    expect(localStorage.getItem('language')).toBeNull();
  });

  test('a choice made meanwhile and typing keep the country out', async () => {
    chooseLanguage('en');
    localStorage.removeItem('language');
    await followCountry(async () => {
      chooseLanguage('en');
      return 'FR';
    });
    expect(language.get()).toBe('en');

    localStorage.clear();
    await followCountry(async () => {
      document.dispatchEvent(new Event('input'));
      return 'FR';
    });
    expect(language.get()).toBe('en');
  });

  test('a failing lookup changes nothing', async () => {
    chooseLanguage('en');
    localStorage.clear();
    await followCountry(() => Promise.reject(new Error('timed out')));
    expect(language.get()).toBe('en');
  });

  // Last: whoever is signed in stays so for as long as the page does.
  test('the profile beats browser and country, a late one only who does not type', async () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en']);
    const settled = settleLanguage();
    followProfileLanguage('fr');
    await settled;
    expect(language.get()).toBe('fr');
    await followCountry(async () => 'GB');
    expect(language.get()).toBe('fr');

    await followKeptLanguage(async () => {
      document.dispatchEvent(new Event('input'));
      return 'en';
    });
    expect(language.get()).toBe('fr');
    await followKeptLanguage(async () => 'en');
    expect(language.get()).toBe('en');
    await followKeptLanguage(async () => undefined);
    expect(language.get()).toBe('en');
    expect(localStorage.getItem('language')).toBeNull();
  });
});
