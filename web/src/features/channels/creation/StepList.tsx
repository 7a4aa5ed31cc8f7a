import type { Channel, ChannelStep } from '@parlance/contract/endpoints/channels';
import { Circle, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Spinner } from '../../../ui/buttons/Spinner.tsx';
import { cx } from '../../../ui/cx.ts';
import type { SocialPlatform } from '../forms/credentials.ts';
import { asksForNumber } from '../queries.ts';
import { creationTexts } from './texts.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
const marks: Record<ChannelStep['status'], ReactNode> = {
  pending: <Circle {...icon} className="text-text-3" />,
  running: <Spinner className="text-accent-strong" />,
  done: <CircleCheck {...icon} className="text-accent-strong" />,
  warning: <TriangleAlert {...icon} className="text-warning-text" />,
  error: <CircleAlert {...icon} className="text-danger-text" />,
};
const inks: Partial<Record<ChannelStep['status'], string>> = {
  pending: 'text-text-3',
  warning: 'text-warning-text',
  error: 'text-danger-text',
};

const helpKeys = {
  verifying: 'Verifying',
  creating: 'Creating',
  configuring: 'Configuring',
  credentials: 'Credentials',
} as const;

/** What the platform itself said, in its own words, whatever their language. */
export function PlatformSays({ platform, detail }: { platform: SocialPlatform; detail: string }) {
  const t = useTexts(creationTexts);
  return (
    <p className="text-sm text-text-2 [overflow-wrap:anywhere]">
      {t[`${platform}Says`]}{' '}
      <code translate="no" dir="auto" className="font-mono text-[0.95em] text-text">
        {detail}
      </code>
    </p>
  );
}

/** The steps as they are; `children` open at the one that failed. */
export function StepList({
  channel,
  platform,
  children,
}: {
  channel: Channel;
  platform: SocialPlatform;
  children?: ReactNode;
}) {
  const t = useTexts(creationTexts);
  const format = useFormat();
  return (
    <ol aria-label={t.steps} className="flex flex-col gap-3">
      {channel.steps.map(({ name, status, message, detail, code }) => {
        const isQuestion = status === 'error' && asksForNumber(channel);
        const look = isQuestion ? 'warning' : status;
        return (
          <li
            key={name}
            data-step={name}
            data-status={status}
            aria-current={status === 'running' ? 'step' : undefined}
            className="flex gap-3"
          >
            <span className="mt-px flex size-5 shrink-0 items-center justify-center">{marks[look]}</span>
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <p className="text-md">
                <span className={cx('font-medium', status === 'pending' ? 'text-text-2' : 'text-text')}>
                  {t[name]}
                </span>{' '}
                <span className={cx('text-sm whitespace-nowrap', inks[look] ?? 'text-text-2')}>
                  {isQuestion ? t.toChoose : t[status]}
                </span>
              </p>
              {message ? (
                <p className={cx('text-md [overflow-wrap:anywhere]', inks[look] ?? 'text-text-2')}>
                  {message}
                </p>
              ) : (
                <p className="text-sm text-text-3">{t[`${platform}${helpKeys[name]}`]}</p>
              )}
              {detail &&
                (code === 'whatsapp_token_expires' ? (
                  <p className="text-sm text-text-2">{t.expires(format.date(detail))}</p>
                ) : (
                  <PlatformSays platform={platform} detail={detail} />
                ))}
              {status === 'error' && children}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
