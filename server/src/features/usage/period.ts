/** A month of an account: from its own day (the 31st falls on a shorter month's last day), in UTC. */
export interface Period {
  start: Date;
  end: Date;
}

function renewal(anchor: Date, monthsLater: number): Date {
  const year = anchor.getUTCFullYear();
  const month = anchor.getUTCMonth() + monthsLater;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const day = Math.min(anchor.getUTCDate(), lastDay);
  return new Date(
    Date.UTC(
      year,
      month,
      day,
      anchor.getUTCHours(),
      anchor.getUTCMinutes(),
      anchor.getUTCSeconds(),
      anchor.getUTCMilliseconds(),
    ),
  );
}

/** The period that holds `now`, for an account opened at `anchor`. */
export function periodAt(anchor: Date, now: Date): Period {
  let months =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + now.getUTCMonth() - anchor.getUTCMonth();
  if (renewal(anchor, months) > now) months--;
  return { start: renewal(anchor, months), end: renewal(anchor, months + 1) };
}

/** Where a chatbot's day begins: in UTC, as the days of the usage's curve. */
export const dayOf = (now: Date): Date => new Date(now.toISOString().slice(0, 10));
