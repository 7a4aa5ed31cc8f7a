import { dateWriter } from '@parlance/contract/display/dates';
import type { Bucket } from '@parlance/contract/endpoints/usage';
import { useMemo } from 'react';
import { type Format, useFormat } from '../../lib/language/format.ts';
import { useLanguage } from '../../lib/language/language.ts';
import type { ChartPoint } from '../../ui/charts/scale.ts';

/** Hours of more than this are named by their days. */
const maxNamedHours = 48;

/** The day of an instant where the account is, as date fields name it. */
export const dayAt = (at: Date, timeZone: string) =>
  // Sweden writes dates as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(at);

export interface AuditDates {
  moment: Format['moment'];
  /** A bucket whole: the hour of a day, a day, a month. */
  titleOf: (at: string, bucket: Bucket) => string;
  /** The points of an axis. */
  pointsOf: (starts: readonly string[], bucket: Bucket) => ChartPoint[];
}

/** Dates and times in the account's time zone, whatever the browser's is. */
export function useAuditDates(timeZone: string): AuditDates {
  const language = useLanguage();
  const format = useFormat(timeZone);
  return useMemo(() => {
    const written = (options: Intl.DateTimeFormatOptions) => dateWriter(language, { ...options, timeZone });
    const month = written({ month: 'long', year: 'numeric' });
    const shortMonth = written({ month: 'short', year: 'numeric' });
    const hour = written({ hour: 'numeric', hour12: language === 'en' });
    const zoned = written({ hour: 'numeric', timeZoneName: 'shortOffset' });
    const offset = (at: string) => /(?:GMT|UTC)\S*$/.exec(zoned(at))?.[0] ?? 'UTC';
    const titleOf = (at: string, bucket: Bucket) =>
      ({ hour: format.moment, day: format.date, month })[bucket](at);
    return {
      moment: format.moment,
      titleOf,
      pointsOf(starts, bucket) {
        const isShort = bucket === 'hour' && starts.length <= maxNamedHours;
        const label = bucket === 'month' ? shortMonth : isShort ? hour : format.day;
        const titles = starts.map((at) => titleOf(at, bucket));
        return starts.map((at, place) => {
          const title = titles[place] ?? '';
          // The hour that clocks show twice when they are set back.
          const isTwice = title === titles[place - 1] || title === titles[place + 1];
          return { key: at, label: label(at), title: isTwice ? `${title} (${offset(at)})` : title };
        });
      },
    };
  }, [language, timeZone, format]);
}
