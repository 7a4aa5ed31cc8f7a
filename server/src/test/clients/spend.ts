import { randomUUID } from 'node:crypto';
import { getUsage } from '@parlance/contract/endpoints/usage';
import type { Context } from '../../context.ts';
import { charge } from '../../features/usage/service.ts';
import type { User } from '../program.ts';

/** Charges an account for all the tokens that its plan leaves it, but for `left`. */
export async function spendTokens(
  { context }: { context: Context },
  user: Pick<User, 'id' | 'call'>,
  tokenType: 'message' | 'storage',
  left = 0,
): Promise<void> {
  const { remaining } = (await user.call(getUsage)).body[tokenType];
  await charge(context, context.db, {
    ownerId: user.id,
    tokenType,
    operation: tokenType === 'message' ? 'chat_completion' : 'file_upload',
    details: { parts: [{ name: 'answer', tokens: (remaining ?? 0) - left }] },
    chatbotId: null,
    chatbotName: null,
    cause: `everything ${randomUUID()}`,
  });
}
