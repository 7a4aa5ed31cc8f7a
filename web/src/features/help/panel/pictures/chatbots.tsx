import {
  AtSign,
  Bot,
  Check,
  CircleCheck,
  MessageCircle,
  Mic,
  PencilLine,
  Plus,
  UserRound,
} from 'lucide-react';
import { Enter, Icon, ownWords, Said, Seal, Sheet, Words } from './parts.tsx';

/** A card of a chatbot, with its face and its name. */
const Card = ({ x, y, w = 112 }: { x: number; y: number; w?: number }) => (
  <>
    <Sheet x={x} y={y} w={w} h={44} />
    <rect x={x + 10} y={y + 10} width={24} height={24} rx={7} className="fill-accent" />
    <Icon of={Bot} x={x + 14} y={y + 14} size={16} className="text-accent-ink" />
    <Words x={x + 44} y={y + 16} w={w - 62} lines={2} />
  </>
);

/** A name is given, and the chatbot is there. */
export const Create = () => (
  <>
    <Sheet x={24} y={40} w={112} h={40} className="fill-surface stroke-line-control" />
    <Enter at={200} from="scaleX(0)">
      <Words x={38} y={58} w={62} className="fill-text-2" />
    </Enter>
    <Icon of={Plus} x={148} y={50} className="text-text-3" />
    <Enter at={900} from="translateX(-16px)">
      <Card x={180} y={38} />
    </Enter>
  </>
);

/** One becomes two. */
export const Copies = () => (
  <>
    <Enter at={300} from="translate(-120px, -44px)">
      <Card x={156} y={60} />
    </Enter>
    <Card x={36} y={16} />
    <Seal of={CircleCheck} x={278} y={73} at={1000} />
  </>
);

/** It goes from one person to the other, and answers on. */
export const Transfer = () => (
  <>
    {[24, 264].map((x) => (
      <g key={x}>
        <circle cx={x + 16} cy={60} r={18} className="fill-surface stroke-line" />
        <Icon of={UserRound} x={x + 6} y={50} />
      </g>
    ))}
    <path d="M68 60h184" className="stroke-line-control" strokeDasharray="3 5" strokeWidth={1.5} />
    <Enter at={300} from="translateX(-74px)">
      <rect x={136} y={40} width={48} height={40} rx={10} className="fill-accent" />
      <Icon of={Bot} x={148} y={48} size={24} className="text-accent-ink" />
    </Enter>
  </>
);

/** Swatches, and the window that takes their colour. */
export const Look = () => (
  <>
    {['fill-chart-2', 'fill-chart-4', 'fill-accent'].map((fill, at) => (
      <circle key={fill} cx={58} cy={30 + at * 30} r={10} className={fill} />
    ))}
    <Enter at={500} from="scale(0.6)">
      <circle cx={58} cy={90} r={14} className="fill-none stroke-accent-strong" strokeWidth={2} />
    </Enter>
    <Sheet x={136} y={12} w={128} h={96} />
    <Enter at={800} from="none">
      <path d="M144 12h112a8 8 0 0 1 8 8v14H136V20a8 8 0 0 1 8-8z" className="fill-accent" />
      <Words x={150} y={21} w={48} className={ownWords} />
    </Enter>
    <Said x={148} y={44} w={76} h={20} />
    <Words x={158} y={52} w={52} />
    <Enter at={1100}>
      <Said x={192} y={74} w={60} h={20} isOwn />
      <Words x={202} y={82} w={38} className={ownWords} />
    </Enter>
  </>
);

/** A role on a sheet, and the way that it then speaks. */
export const Voice = () => (
  <>
    <Sheet x={28} y={16} w={104} h={88} />
    <Icon of={Mic} x={40} y={26} />
    <Enter at={200} from="scaleX(0)">
      <Words x={40} y={58} w={80} lines={3} />
    </Enter>
    <Enter at={800} from="translateX(-12px)">
      <Said x={160} y={36} w={132} h={46} />
      <Words x={176} y={50} w={100} lines={2} />
    </Enter>
  </>
);

/** A question that the sources don't answer: it says so, and whom to ask. */
export const Unknown = () => (
  <>
    <Said x={188} y={14} w={108} h={26} isOwn />
    <Words x={202} y={25} w={78} className={ownWords} />
    <Enter at={500}>
      <Said x={24} y={50} w={176} h={54} />
      <Words x={40} y={62} w={128} />
    </Enter>
    <Enter at={1000} from="scale(0.9)">
      <rect x={38} y={76} width={104} height={20} rx={10} className="fill-accent-soft" />
      <Icon of={AtSign} x={46} y={79} size={14} className="text-accent-text" />
      <Words x={66} y={84} w={64} className="fill-accent-text/70" />
    </Enter>
  </>
);

/** What was asked in vain, then the answer written by hand. */
export const Unanswered = () => (
  <>
    <Said x={36} y={16} w={132} h={28} isOwn />
    <Words x={52} y={28} w={92} className={ownWords} />
    <Icon of={PencilLine} x={44} y={70} />
    <Enter at={400} from="scaleX(0)">
      <Sheet x={76} y={58} w={172} h={44} />
      <Words x={90} y={72} w={140} lines={2} className="fill-text-2" />
    </Enter>
    <Seal of={CircleCheck} x={260} y={71} at={1200} />
  </>
);

/** A list of what was said, and one of them open. */
export const Read = () => (
  <>
    <Sheet x={24} y={14} w={104} h={92} />
    <rect x={25} y={42} width={102} height={28} className="fill-accent-soft" />
    {[0, 1, 2].map((row) => (
      <Words key={row} x={36} y={26 + row * 28} w={70 - row * 10} />
    ))}
    <Enter at={300} from="translateX(-10px)">
      <Sheet x={142} y={14} w={154} h={92} />
      <Said x={210} y={26} w={74} h={20} isOwn />
      <Words x={220} y={34} w={50} className={ownWords} />
      <Said x={154} y={56} w={104} h={36} />
      <Words x={166} y={67} w={76} lines={2} />
    </Enter>
  </>
);

/** Many conversations, and what they come to. */
export const Summaries = () => (
  <>
    {[0, 1, 2].map((each) => (
      <g key={each}>
        <Said x={24 + each * 8} y={18 + each * 30} w={84} h={22} />
        <Words x={36 + each * 8} y={27 + each * 30} w={54} />
      </g>
    ))}
    <Enter at={400} from="translateX(-20px)">
      <Sheet x={164} y={14} w={130} h={92} />
      <Words x={178} y={28} w={66} className="fill-text-2" />
    </Enter>
    {[0.9, 0.6, 0.35].map((share, theme) => (
      <Enter key={share} at={800 + theme * 200} from="scaleX(0)">
        <rect x={178} y={46 + theme * 18} width={102 * share} height={10} rx={3} className="fill-chart-1" />
      </Enter>
    ))}
  </>
);

/** Questions that are asked again, one after another. */
export const Checks = () => (
  <>
    <Sheet x={44} y={12} w={232} h={96} />
    {[0, 1, 2].map((row) => (
      <g key={row}>
        {row > 0 && <rect x={44} y={12 + row * 32} width={232} height={1} className="fill-line" />}
        <Words x={60} y={26 + row * 32} w={130 - row * 22} />
        <Seal of={Check} x={244} y={19 + row * 32} at={300 + row * 350} />
      </g>
    ))}
  </>
);

/** A line of code, and the bubble on the page. */
export const Install = () => (
  <>
    <Sheet x={20} y={42} w={116} h={36} className="fill-rail stroke-rail-line" />
    <Enter at={150} from="scaleX(0)">
      <rect x={32} y={53} width={36} height={4} rx={2} className="fill-accent" />
      <rect x={72} y={53} width={48} height={4} rx={2} className="fill-rail-text-2" />
      <rect x={32} y={64} width={58} height={4} rx={2} className="fill-rail-text-2" />
    </Enter>
    <Sheet x={164} y={12} w={136} h={96} />
    <rect x={164} y={28} width={136} height={1} className="fill-line" />
    {[0, 1, 2].map((dot) => (
      <circle key={dot} cx={176 + dot * 10} cy={20} r={3} className="fill-line-control/60" />
    ))}
    <Words x={178} y={42} w={84} lines={4} />
    <Enter at={900} from="scale(0)">
      <circle cx={280} cy={88} r={14} className="fill-accent" />
      <Icon of={MessageCircle} x={271} y={79} size={18} className="text-accent-ink" />
    </Enter>
  </>
);
