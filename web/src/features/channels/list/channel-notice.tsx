import type { Channel } from '@parlance/contract/endpoints/channels';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { cx } from '../../../ui/cx.ts';
import { asksForNumber } from '../queries.ts';

/** The gravest thing to know of a channel, in one sentence; undefined where all is well. */
function gravestOf(channel: Channel) {
  const { status, steps, error, health } = channel;
  if (status === 'failed') {
    const message = steps.find((step) => step.status === 'error')?.message ?? error;
    return message === undefined ? undefined : { isError: !asksForNumber(channel), message };
  }
  const message = error ?? health?.findings[0]?.message;
  return message === undefined
    ? undefined
    : { isError: error !== undefined || health?.status === 'error', message };
}

/** A sentence under a channel's row, where there is something to know. */
export function channelNotice(channel: Channel) {
  const gravest = gravestOf(channel);
  if (!gravest) return null;
  const Icon = gravest.isError ? CircleAlert : TriangleAlert;
  return (
    <p
      className={cx(
        'flex gap-2 text-sm md:ps-12',
        gravest.isError ? 'text-danger-text' : 'text-warning-text',
      )}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{gravest.message}</span>
    </p>
  );
}
