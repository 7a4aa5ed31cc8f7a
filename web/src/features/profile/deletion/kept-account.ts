import { getDeletion } from '@parlance/contract/endpoints/account/privacy';
import { call } from '../../../lib/calls/api.ts';
import { language } from '../../../lib/language/language.ts';
import { textsIn } from '../../../lib/language/texts.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { keptAccountTexts } from './kept-account-texts.ts';

/** Says to who has just signed in that the account, which was to be deleted, stays. */
export async function announceKeptAccount(): Promise<void> {
  // Where it can't be asked the mail tells it.
  const answer = await call(getDeletion, {}).catch(() => undefined);
  const t = textsIn(keptAccountTexts, language.get());
  if (answer?.isTakenBack) showToast({ tone: 'success', title: t.title, description: t.text });
}
