import { dateWriter, momentWriter } from '@parlance/contract/display/dates';
import { locales, numberWriter, spaced } from '@parlance/contract/display/numbers';
import type { Language } from '@parlance/contract/i18n';
import { useSyncExternalStore } from 'react';
import { createStore } from '../storage/store.ts';
import { useLanguage } from './language.ts';
import { timezone } from './timezone.ts';

const steps: readonly [limitSeconds: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [604_800, 'day', 86_400],
];

export interface Format {
  number(value: number): string;
  /** 1.64M · 1,64 M */
  compact(value: number): string;
  /** From a share, 0 to 1: 82% · 82 % */
  percent(share: number): string;
  /** Bytes: 4.2 MB · 4,2 Mo */
  size(bytes: number): string;
  /** 3 Dec · 3 déc. */
  day(at: string | Date): string;
  /** 3 December 2026 · 3 décembre 2026 */
  date(at: string | Date): string;
  /** With the time: 3 December 2026 at 2:30 pm · 3 décembre 2026 à 14 h 30 */
  moment(at: string | Date): string;
  /** 4 min ago · il y a 4 min; older than a week, the day. */
  ago(at: string | Date, now?: Date): string;
  list(items: readonly string[]): string;
}

function createFormat(language: Language, timeZone: string): Format {
  const locale = locales[language];
  const number = numberWriter(language);
  // British English writes 2m where the world reads millimetres.
  const compact = new Intl.NumberFormat(language === 'en' ? 'en-US' : locale, {
    notation: 'compact',
    maximumSignificantDigits: 3,
  });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const day = dateWriter(language, { day: 'numeric', month: 'short', timeZone });
  const relative = new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const units = language === 'fr' ? ['o', 'ko', 'Mo', 'Go'] : ['B', 'KB', 'MB', 'GB'];
  return {
    number,
    // English writes k as the French do: one way to read both.
    compact: (value) => spaced(compact.format(value)).replace('K', 'k'),
    // What has begun is not nothing.
    percent: (share) =>
      (share > 0 && share < 0.005 ? `<${language === 'fr' ? '\u00a0' : ''}` : '') +
      spaced(percent.format(share > 0 ? Math.max(share, 0.01) : 0)),
    size(bytes) {
      let value = bytes;
      let unit = 0;
      while (value >= 1024 && unit < units.length - 1) {
        value /= 1024;
        unit++;
      }
      return `${number(value >= 100 ? Math.round(value) : value)}\u00a0${units[unit]}`;
    },
    day,
    date: dateWriter(language, { dateStyle: 'long', timeZone }),
    moment: momentWriter(language, timeZone),
    ago(at, now = new Date()) {
      const seconds = (now.getTime() - new Date(at).getTime()) / 1000;
      if (seconds < 60) return language === 'fr' ? 'à l’instant' : 'just now';
      const step = steps.find(([limit]) => seconds < limit);
      return step ? spaced(relative.format(-Math.floor(seconds / step[2]), step[1])) : day(at);
    },
    list: (items) => list.format(items),
  };
}

const formats = new Map<string, Format>();

function formatIn(language: Language, timeZone: string): Format {
  const key = `${language} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const format = createFormat(language, timeZone);
  formats.set(key, format);
  return format;
}

/** Figures and times as they are written; times in the browser's time zone, or in the one that is named. */
export const useFormat = (timeZone = timezone()): Format => formatIn(useLanguage(), timeZone);

const tickMs = 30_000;
const ticks = createStore(0);
let following = 0;
let clock: ReturnType<typeof setInterval> | undefined;

function followTicks(listener: () => void) {
  const unfollow = ticks.subscribe(listener);
  if (following++ === 0) clock = setInterval(() => ticks.set(ticks.get() + 1), tickMs);
  return () => {
    unfollow();
    if (--following === 0) clearInterval(clock);
  };
}

/** How long ago something was; what is drawn with it moves on with time. */
export function useAgo(): (at: string | Date) => string {
  useSyncExternalStore(followTicks, ticks.get);
  const { ago } = useFormat();
  return (at) => ago(at);
}
