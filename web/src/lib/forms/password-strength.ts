import { defineTexts } from '@parlance/contract/i18n';
import { limits } from '@parlance/contract/limits';

export const strengthTexts = defineTexts({
  strength: {
    fr: (word: string) => `Robustesse : ${word}`,
    en: (word: string) => `Strength: ${word}`,
  },
  rule: { fr: '6 caractères au moins', en: 'At least 6 characters' },
  short: { fr: 'trop court', en: 'too short' },
  weak: { fr: 'faible', en: 'weak' },
  fair: { fr: 'moyenne', en: 'fair' },
  good: { fr: 'bonne', en: 'good' },
  strong: { fr: 'excellente', en: 'excellent' },
});

export const strengths = ['short', 'weak', 'fair', 'good', 'strong'] as const;
export type Strength = (typeof strengths)[number];

/** What people take when nothing else comes to mind, in both languages; it counts for nothing. */
const usual =
  /passwor[dt]|motdepasse|azerty|qwert[yz]|bonjour|soleil|doudou|chouchou|iloveyou|jetaime|welcome|bienvenue|admin|letmein|parlance|secret|football|dragon|monkey/g;

const bitsFor = { fair: 36, good: 52, strong: 72 };

/**
 * A guess at how long guessing would take, from length and variety; what repeats, counts up or belongs to the
 * person counts little. The server alone decides what it takes.
 */
export function passwordStrength(password: string, personal: readonly string[] = []): Strength {
  if (password.length < limits.passwordMin) return 'short';
  const pool =
    (/[a-z]/.test(password) ? 26 : 0) +
    (/[A-Z]/.test(password) ? 26 : 0) +
    (/\d/.test(password) ? 10 : 0) +
    (/[^a-zA-Z\d]/.test(password) ? 33 : 0);
  let text = password.toLowerCase().replace(usual, '.');
  for (const word of personal.flatMap((name) => name.toLowerCase().split(/[^\p{L}\d]+/u))) {
    if (word.length >= 3) text = text.replaceAll(word, '.');
  }
  let counted = 0;
  for (let index = 0; index < text.length; index++) {
    const step = Math.abs(text.charCodeAt(index) - text.charCodeAt(index - 1));
    counted += step <= 1 ? 0.25 : 1;
  }
  const bits = Math.min(counted, new Set(text).size * 1.6) * Math.log2(pool);
  if (bits >= bitsFor.strong) return 'strong';
  if (bits >= bitsFor.good) return 'good';
  return bits >= bitsFor.fair ? 'fair' : 'weak';
}
