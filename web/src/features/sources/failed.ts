import { sentenceOf } from '../../lib/refusal.ts';
import { showToast } from '../../ui/toasts.ts';

/** Tells what could not be done, and why. */
export const failed = (title: string) => (error: unknown) => {
  showToast({ tone: 'danger', title, description: sentenceOf(error) });
};
