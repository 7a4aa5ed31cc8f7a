import { useEffect, useState } from 'react';
import { takeRetryAfter } from '../../../lib/calls/auth-client.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useStore } from '../../../lib/storage/store.ts';
import type { AuthRefusal } from '../errors.ts';
import { texts } from '../texts.ts';
import {
  clearExpired,
  defaultWaitSeconds,
  isGlobal,
  limitFor,
  minutesLeft,
  rateLimits,
  setRateLimit,
} from './rate-limit.ts';

/** The limit that holds for what is typed, counted down; it survives a reload. */
export function useRateLimit(email: string) {
  const t = useTexts(texts);
  const language = useLanguage();
  const records = useStore(rateLimits);
  const [now, setNow] = useState(Date.now);
  const limit = limitFor(records, email, now);

  useEffect(() => {
    if (records.length === 0) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      clearExpired();
    }, 1000);
    return () => clearInterval(timer);
  }, [records]);

  const seconds = limit ? Math.max(1, Math.ceil((limit.retryAfter - now) / 1000)) : 0;
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const wholeSentence =
    limit &&
    `${isGlobal(limit) ? t.rateLimitedGlobal : t.rateLimitedEmail}. ${t.retryIn(minutesLeft(limit, now))}`;
  return {
    limited: limit !== undefined,
    /** The whole sentence, with its minutes. */
    sentence: wholeSentence,
    /** The sentence where only a mail was asked for. */
    mailSentence: limit && !isGlobal(limit) ? t.waitBeforeEmail(minutesLeft(limit, now)) : wholeSentence,
    /** What the button says meanwhile. */
    label: t.waitButton(language === 'fr' ? clock.replace(':', '\u00a0min\u00a0') : clock),
    /** Stores a refusal and says for how many minutes. */
    note(refusal: AuthRefusal, address: string): number {
      const wait = takeRetryAfter() ?? defaultWaitSeconds;
      if (refusal.code !== 'rate_limit_exceeded') return 0;
      setRateLimit(refusal.scope === 'email' ? address : undefined, wait);
      setNow(Date.now());
      return Math.max(1, Math.ceil(wait / 60));
    },
  };
}
