import { isLanguage, type Language } from '@parlance/contract/i18n';
import { localKeeper } from '../storage/storage.ts';
import { createStore, useStore } from '../storage/store.ts';
import { timezone } from './timezone.ts';

const key = 'language';
/** Milliseconds before the browser's language counts (specification §9). */
const browserDelayMs = 100;

const frenchCountries = ['FR', 'BE', 'CH', 'CA', 'LU', 'MC', 'SN', 'CI', 'ML', 'BF'];
const englishCountries = ['US', 'GB', 'AU', 'NZ', 'IE', 'ZA', 'IN', 'SG', 'MY', 'PH'];

export const language = createStore<Language>('fr');
export const useLanguage = () => useStore(language);

export const storedLanguage = (): Language | undefined => {
  const stored = localKeeper.read(key);
  return isLanguage(stored) ? stored : undefined;
};

export function languageOfCountry(countryCode: string | null | undefined): Language | undefined {
  const code = countryCode?.toUpperCase();
  if (!code) return undefined;
  if (frenchCountries.includes(code)) return 'fr';
  return englishCountries.includes(code) ? 'en' : undefined;
}

export function languageOfBrowser(tags: readonly string[]): Language | undefined {
  const first = tags[0]?.slice(0, 2).toLowerCase();
  return isLanguage(first) ? first : undefined;
}

/** The clues to a person's language, strongest first (readings 2). */
export interface Clues {
  stored?: Language;
  profile?: Language;
  country?: Language;
  browser?: Language;
  timezone?: Language;
}

export const languageBy = (clues: Clues): Language =>
  clues.stored ?? clues.profile ?? clues.country ?? clues.browser ?? clues.timezone ?? 'fr';

function apply(next: Language) {
  document.documentElement.lang = next;
  language.set(next);
}

const choiceListeners = new Set<(chosen: Language) => void>();

/** Called for choices that a person made, never for detection. */
export const onLanguageChosen = (listener: (chosen: Language) => void) => {
  choiceListeners.add(listener);
};

/** Takes a person's choice: kept in this browser and, by whoever listens, in the profile. */
export function chooseLanguage(next: Language) {
  localKeeper.write(key, next);
  apply(next);
  for (const listener of choiceListeners) listener(next);
}

/** What the profile of whoever is signed in says. */
let ofProfile: Language | undefined;

/** A signed-in person's own language, unless this browser holds a choice. */
export function followProfileLanguage(profile: unknown) {
  if (!isLanguage(profile)) return;
  ofProfile = profile;
  if (!storedLanguage()) apply(profile);
}

/** Asks, and tells whether nobody typed before the answer came: text must not flip under their hands. */
async function askBesideTyping<T>(ask: () => Promise<T>): Promise<{ answer: T; isUntyped: boolean }> {
  let isUntyped = true;
  const note = () => {
    isUntyped = false;
  };
  document.addEventListener('input', note, { once: true });
  try {
    return { answer: await ask(), isUntyped };
  } finally {
    document.removeEventListener('input', note);
  }
}

/** The profile as the server keeps it: it may have changed on another device since this one signed in. */
export async function followKeptLanguage(ask: () => Promise<unknown>): Promise<void> {
  const { answer, isUntyped } = await askBesideTyping(ask);
  if (isUntyped) followProfileLanguage(answer);
}

/** The language of the time zone, fetched only for browsers that prefer neither language. */
const languageOfZone = () =>
  import('./timezone-languages.ts').then(
    ({ languageOfTimezone }) => languageOfTimezone(timezone()),
    () => undefined,
  );

/** Settles the first language; a stored one at once, else after the specification's delay. */
export async function settleLanguage(): Promise<void> {
  const stored = storedLanguage();
  if (stored) return apply(stored);
  await new Promise((resolve) => setTimeout(resolve, browserDelayMs));
  const browser = languageOfBrowser(navigator.languages);
  const zone = browser ? undefined : await languageOfZone();
  apply(languageBy({ stored: storedLanguage(), profile: ofProfile, browser, timezone: zone }));
}

/**
 * Lets the visitor's country override what was detected, unless a choice was stored meanwhile, a profile
 * decides, or somebody is typing.
 */
export async function followCountry(askCountry: () => Promise<string | null>): Promise<void> {
  const isDecided = () => Boolean(storedLanguage() ?? ofProfile);
  if (isDecided()) return;
  try {
    const { answer, isUntyped } = await askBesideTyping(askCountry);
    const byCountry = languageOfCountry(answer);
    if (byCountry && isUntyped && !isDecided()) apply(byCountry);
  } catch {
    // No country, no override.
  }
}

/** Follows choices made in other tabs. */
export function followOtherTabs() {
  window.addEventListener('storage', (event) => {
    if (event.key === key && isLanguage(event.newValue)) apply(event.newValue);
  });
}
