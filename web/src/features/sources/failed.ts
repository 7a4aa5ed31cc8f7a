import { outcome } from '../../ui/outcome.ts';

/** Tells what could not be done, and why. */
export const failed = (title: string) => outcome(title).onError;
