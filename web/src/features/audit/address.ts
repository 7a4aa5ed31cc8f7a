import {
  type Bucket,
  bucket,
  type LedgerSort,
  ledgerPeriod,
  ledgerSort,
  type Operation,
  operation,
  type TokenType,
  tokenType,
} from '@parlance/contract/endpoints/usage';
import { useSearchParams } from 'react-router';
import { addressWith, oneOf } from '../../lib/browser/address.ts';
import { dayIn } from '../../lib/forms/day.ts';

type LedgerPeriod = (typeof ledgerPeriod.options)[number];

/** The period where none is chosen. */
export const usualPeriod: LedgerPeriod = '1m';

/** Which entries are shown; '' filters nothing. */
export interface AuditFilter {
  /** `days`: what lies between two days; '': the usual period. */
  period: LedgerPeriod | 'days' | '';
  /** The first and the last day, in either order; one alone is both. */
  from: string;
  to: string;
  /** A chatbot, even a deleted one, or `unassigned`: those of none. */
  chatbotId: string;
  tokenType: TokenType | '';
  operation: Operation | '';
}

/** How they are shown. */
export interface AuditView {
  /** '': what suits the period. */
  bucket: Bucket | '';
  form: 'bars' | 'lines';
  sort: LedgerSort;
}

const idPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const chatbotIn = (text: string | null) =>
  text !== null && (text === 'unassigned' || idPattern.test(text)) ? text : '';

const periods = [...ledgerPeriod.options, 'days'] as const;

export function filterIn(address: URLSearchParams): AuditFilter {
  const [from, to] = [dayIn(address.get('from')), dayIn(address.get('to'))];
  const period = oneOf(periods, address.get('period'));
  return {
    // Days that nobody has chosen yet are none.
    period: period === 'days' && from === '' && to === '' ? '' : period,
    from,
    to,
    chatbotId: chatbotIn(address.get('chatbot')),
    tokenType: oneOf(tokenType.options, address.get('type')),
    operation: oneOf(operation.options, address.get('operation')),
  };
}

export const viewIn = (address: URLSearchParams): AuditView => ({
  bucket: oneOf(bucket.options, address.get('per')),
  form: oneOf(['lines'], address.get('as')) || 'bars',
  sort: oneOf(ledgerSort.options, address.get('sort')) || '-at',
});

/** The parts of the address without which all entries of the usual period are shown. */
export const noFilter = { period: '', from: '', to: '', chatbot: '', type: '', operation: '', per: '' };

export const filtersNothing = (filter: AuditFilter) =>
  filter.period === '' && filter.chatbotId === '' && filter.tokenType === '' && filter.operation === '';

/** The two days in their order. */
export function daysOf({ from, to }: AuditFilter): { from: string; to: string } {
  const [one, other] = [from || to, to || from];
  return one <= other ? { from: one, to: other } : { from: other, to: one };
}

/** Years that are shown at once, at most. */
const maxYears = 5;

const yearsLater = (day: string, years: number) => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;

export function isTooLong(filter: AuditFilter): boolean {
  if (filter.period !== 'days') return false;
  const { from, to } = daysOf(filter);
  return to >= yearsLater(from, maxYears);
}

/** Days of which hours can still be told apart. */
const maxDaysOfHours = 365;
const dayMs = 86_400_000;

/** What the entries may be added up by. */
export function bucketsFor(filter: AuditFilter): readonly Bucket[] {
  if (filter.period !== 'days') return bucket.options;
  const { from, to } = daysOf(filter);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return days <= maxDaysOfHours ? bucket.options : bucket.options.filter((one) => one !== 'hour');
}

/** What is shown, in the address: it can be shared, reloaded and gone back from. */
export function useAuditAddress() {
  const [address, setAddress] = useSearchParams();
  return {
    filter: filterIn(address),
    view: viewIn(address),
    put: (parts: Record<string, string>) =>
      setAddress((before) => new URLSearchParams(addressWith(before, parts)), {
        replace: true,
        preventScrollReset: true,
      }),
  };
}
