import { AuthError } from '../requests/errors.ts';

export type AssuranceLevel = 'aal1' | 'aal2';

/** A session's level as far as the token in hand proves it: one from before the second step stays at the first. */
export const levelOf = (token: { aal: AssuranceLevel }, session: { aal: AssuranceLevel }): AssuranceLevel =>
  token.aal === 'aal2' && session.aal === 'aal2' ? 'aal2' : 'aal1';

interface SecondStepStatus {
  aal: AssuranceLevel;
  /** Whether the person has a verified factor. */
  hasFactor: boolean;
}

/** Who has a second factor must have proven it. */
export const lacksSecondStep = ({ aal, hasFactor }: SecondStepStatus) => hasFactor && aal !== 'aal2';

/** Refuses a session that has yet to prove its person's second factor; the protocol's status differs by call. */
export function requireSecondStep(session: SecondStepStatus, status: 401 | 403 | 422 = 403): void {
  if (!lacksSecondStep(session)) return;
  throw new AuthError('insufficient_aal', 'AAL2 session is required for this operation', { status });
}
