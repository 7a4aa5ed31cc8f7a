import { writeContactLine } from '@parlance/contract/display/unknown-reply';
import type { Language } from '@parlance/contract/i18n';
import { AppError } from '../../../kit/errors.ts';
import type { ChatbotRow } from '../../chatbots/service.ts';

/**
 * The error of a chatbot that can't answer: what quotas and caps say is the owner's business, and visitors read one
 * neutral sentence, and whom to turn to.
 */
export function unavailableError({ tone, contact }: ChatbotRow, language: Language): AppError {
  const detail = writeContactLine(language, { tone, contact });
  return new AppError('temporarily_unavailable', { language, ...(detail === undefined ? {} : { detail }) });
}
