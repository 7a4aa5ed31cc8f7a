import { expect, test } from 'vitest';
import { textsIn } from './messages.ts';

test('no text of the widget says a word of its owner’s business', () => {
  const ownersBusiness =
    /\b(?:plan|offre|forfait|abonnement|subscription|quota|jeton|token|carte|card|paiement|payment|limit|plafond|budget)s?\b/i;
  for (const language of ['fr', 'en'] as const)
    for (const text of Object.values(textsIn(language))) expect(text).not.toMatch(ownersBusiness);
});
