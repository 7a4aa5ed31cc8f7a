import type { Channel } from '@parlance/contract/endpoints/channels';
import { CircleAlert, CircleDashed, CirclePause, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Spinner } from '../../../ui/buttons/Spinner.tsx';
import { Dot, Pill, type Tone } from '../../../ui/display/Pill.tsx';
import { asksForNumber, isBeingSetUp } from '../queries.ts';
import { listTexts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const looks = {
  creating: { tone: 'info', icon: <Spinner size={16} /> },
  failed: { tone: 'danger', icon: <CircleAlert {...icon} /> },
  error: { tone: 'danger', icon: <CircleAlert {...icon} /> },
  warning: { tone: 'warning', icon: <TriangleAlert {...icon} /> },
  incomplete: { tone: 'warning', icon: <TriangleAlert {...icon} /> },
  paused: { tone: 'neutral', icon: <CirclePause {...icon} /> },
  toInstall: { tone: 'neutral', icon: <CircleDashed {...icon} /> },
  connected: { tone: 'success', icon: <Dot /> },
} as const satisfies Record<string, { tone: Tone; icon: ReactNode }>;

function stateOf(channel: Channel): keyof typeof looks {
  const { status, isPaused, error, health, setup, platform, lastEventAt } = channel;
  if (isBeingSetUp(channel)) return 'creating';
  if (status === 'failed') return asksForNumber(channel) ? 'incomplete' : 'failed';
  if (error !== undefined || health?.status === 'error') return 'error';
  if (isPaused) return 'paused';
  if (health?.status === 'warning') return 'warning';
  if (setup && !lastEventAt) return 'incomplete';
  return platform === 'website' && !lastEventAt ? 'toInstall' : 'connected';
}

/** How a channel stands, in a word. */
export function ChannelStatus({ channel }: { channel: Channel }) {
  const t = useTexts(listTexts);
  const state = stateOf(channel);
  return <Pill {...looks[state]}>{t[state]}</Pill>;
}
