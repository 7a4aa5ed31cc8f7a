import {
  Bot,
  Check,
  FileText,
  Globe,
  type LucideIcon,
  MessageCircle,
  Phone,
  RefreshCw,
  Send,
  Table2,
} from 'lucide-react';
import { Enter, Icon, ownWords, Said, Seal, Sheet, Words } from './parts.tsx';

/** Files and pages that fall into place. */
export const Feed = () => (
  <>
    <rect
      x={40}
      y={20}
      width={240}
      height={80}
      rx={10}
      className="fill-none stroke-line-control"
      strokeDasharray="5 5"
      strokeWidth={1.5}
    />
    {[FileText, Table2, Globe].map((kind, at) => (
      <Enter key={at.toString()} at={200 + at * 300} from="translateY(-34px)">
        <Sheet x={70 + at * 64} y={34} w={50} h={54} />
        <Icon of={kind} x={83 + at * 64} y={43} size={24} className="text-accent-text" />
        <Words x={80 + at * 64} y={76} w={30} />
      </Enter>
    ))}
  </>
);

/** The four states that a source goes through. */
export const Stages = () => (
  <>
    <rect x={52} y={59} width={216} height={3} rx={1.5} className="fill-line" />
    <Enter at={200} from="scaleX(0)">
      <rect x={52} y={59} width={216} height={3} rx={1.5} className="fill-accent-strong" />
    </Enter>
    {[0, 1, 2, 3].map((stage) => (
      <g key={stage}>
        <circle cx={52 + stage * 72} cy={60} r={13} className="fill-surface stroke-line-control" />
        <Enter at={200 + stage * 350} from="scale(0)">
          <circle cx={52 + stage * 72} cy={60} r={stage === 3 ? 13 : 6} className="fill-accent-strong" />
        </Enter>
        <Words x={36 + stage * 72} y={88} w={32} />
      </g>
    ))}
    <Enter at={1400} from="scale(0)">
      <Icon of={Check} x={259} y={51} size={18} className="text-surface" />
    </Enter>
  </>
);

/** A page is looked at again, and only what is new is read. */
export const Fresh = () => (
  <>
    <Sheet x={104} y={12} w={112} h={96} />
    <Words x={118} y={28} w={84} />
    <Words x={118} y={42} w={70} />
    <Enter at={500} from="scaleX(0)">
      <rect x={113} y={53} width={94} height={16} rx={4} className="fill-accent-soft" />
      <Words x={118} y={59} w={78} className="fill-accent-text/70" />
    </Enter>
    <Words x={118} y={78} w={84} lines={2} />
    <Enter at={100} from="rotate(-180deg)">
      <Icon of={RefreshCw} x={240} y={48} size={24} className="text-accent-text" />
    </Enter>
  </>
);

/** An answer, and the passage that it comes from. */
export const Trial = () => (
  <>
    <Said x={24} y={30} w={124} h={56} />
    <Words x={38} y={44} w={92} lines={2} />
    <Enter at={300} from="scale(0.5)">
      <rect x={38} y={66} width={22} height={13} rx={4} className="fill-accent-soft stroke-accent-strong" />
    </Enter>
    <path
      d="M64 72C104 104 150 96 184 66"
      pathLength={1}
      className="picture-line fill-none stroke-accent-strong"
      strokeWidth={1.75}
    />
    <Sheet x={188} y={12} w={108} h={96} />
    <Words x={202} y={28} w={80} lines={2} />
    <Enter at={1200} from="scaleX(0)">
      <rect x={197} y={50} width={90} height={26} rx={4} className="fill-accent-soft" />
    </Enter>
    <Words x={202} y={56} w={78} lines={2} className="fill-text-2" />
    <Words x={202} y={86} w={64} />
  </>
);

/** A phone on which somebody is answered. */
function OnPhone({ by, from }: { by: LucideIcon; from: LucideIcon }) {
  return (
    <>
      <rect x={44} y={38} width={44} height={44} rx={12} className="fill-accent" />
      <Icon of={from} x={54} y={48} size={24} className="text-accent-ink" />
      <path d="M100 60h44" className="stroke-line-control" strokeDasharray="3 5" strokeWidth={1.5} />
      <rect x={164} y={8} width={112} height={116} rx={14} className="fill-surface stroke-line" />
      <rect x={164} y={30} width={112} height={1} className="fill-line" />
      <Icon of={by} x={174} y={12} size={14} className="text-text-2" />
      <Words x={196} y={17} w={48} />
      <Enter at={300}>
        <Said x={208} y={40} w={60} h={20} isOwn />
        <Words x={218} y={48} w={38} className={ownWords} />
      </Enter>
      <Enter at={900}>
        <Said x={172} y={70} w={84} h={34} />
        <Words x={184} y={81} w={58} lines={2} />
      </Enter>
    </>
  );
}

export const Telegram = () => <OnPhone from={Bot} by={Send} />;
export const WhatsApp = () => <OnPhone from={Phone} by={MessageCircle} />;

/** A shop window with the bubble in its corner. */
export const Website = () => (
  <>
    <Sheet x={52} y={10} w={216} h={110} />
    <rect x={52} y={28} width={216} height={1} className="fill-line" />
    <Words x={68} y={17} w={60} />
    <rect x={68} y={42} width={70} height={52} rx={6} className="fill-sunken" />
    <Words x={150} y={40} w={96} />
    <Enter at={400} from="translateY(14px)">
      <Said x={174} y={52} w={84} h={34} />
      <Words x={186} y={63} w={58} lines={2} />
    </Enter>
    <Enter at={100} from="scale(0)">
      <circle cx={248} cy={102} r={11} className="fill-accent" />
    </Enter>
    <Seal of={MessageCircle} x={239} y={93} at={250} className="text-accent-ink" />
  </>
);
