import {
  Bot,
  Clock,
  Copy,
  Infinity as Endless,
  Hourglass,
  KeyRound,
  LockKeyhole,
  MessageCircle,
  Search,
  X,
} from 'lucide-react';
import { Bar, Enter, Icon, ownWords, Said, Seal, Sheet, Words } from './parts.tsx';

/** What is asked of BotFather, and the token that it gives. */
export const BotFather = () => (
  <>
    <Said x={204} y={12} w={92} h={24} isOwn />
    <Words x={216} y={22} w={60} className={ownWords} />
    <circle cx={40} cy={92} r={16} className="fill-accent" />
    <Icon of={Bot} x={30} y={82} className="text-accent-ink" />
    <Enter at={500}>
      <Said x={66} y={44} w={190} h={64} />
      <Words x={82} y={58} w={112} />
    </Enter>
    <Enter at={900} from="scaleX(0)">
      <rect x={80} y={74} width={162} height={22} rx={6} className="fill-accent-soft" />
      <Icon of={KeyRound} x={87} y={78} size={14} className="text-accent-text" />
      <Words x={108} y={83} w={104} className="fill-accent-text/70" />
    </Enter>
    <Seal of={Copy} x={268} y={76} at={1300} className="text-text-2" />
  </>
);

/** A token under its mask, then under lock. */
export const BotToken = () => (
  <>
    <Words x={36} y={28} w={56} />
    <Sheet x={36} y={40} w={190} h={40} className="fill-surface stroke-line-control" />
    {Array.from({ length: 11 }, (_, dot) => (
      <Enter key={dot.toString()} at={150 + dot * 60} from="scale(0)">
        <circle cx={54 + dot * 15} cy={60} r={3.5} className="fill-text-2" />
      </Enter>
    ))}
    <Enter at={1000} from="translateX(-20px)">
      <rect x={244} y={38} width={44} height={44} rx={12} className="fill-accent" />
      <Icon of={LockKeyhole} x={254} y={48} size={24} className="text-accent-ink" />
    </Enter>
  </>
);

/** A bot that is found by its name, and what one can ask of it without words. */
export const BotTalk = () => (
  <>
    <Sheet x={28} y={16} w={126} h={30} className="fill-surface stroke-line-control" />
    <Icon of={Search} x={38} y={23} size={16} />
    <Enter at={200} from="scaleX(0)">
      <Words x={62} y={29} w={72} className="fill-text-2" />
    </Enter>
    <Enter at={600} from="translateY(-10px)">
      <Sheet x={28} y={56} w={126} h={48} />
      <circle cx={54} cy={80} r={14} className="fill-accent" />
      <Icon of={Bot} x={45} y={71} size={18} className="text-accent-ink" />
      <Words x={78} y={74} w={62} lines={2} />
    </Enter>
    {[68, 92, 78].map((w, command) => (
      <Enter key={w} at={1000 + command * 200} from="translateX(-12px)">
        <rect x={180} y={18 + command * 31} width={w} height={22} rx={11} className="fill-accent-soft" />
        <Words x={194} y={27 + command * 31} w={w - 28} className="fill-accent-text/70" />
      </Enter>
    ))}
  </>
);

/** Values of two screens, which come together in one form. */
export const MetaValues = () => (
  <>
    {[0, 1].map((screen) => (
      <g key={screen}>
        <Sheet x={24} y={12 + screen * 52} w={104} h={44} />
        {[0, 1].map((row) => (
          <g key={row}>
            <Words x={36} y={22 + screen * 52 + row * 16} w={30} />
            <Words x={74} y={22 + screen * 52 + row * 16} w={42} className="fill-accent-text/70" />
          </g>
        ))}
      </g>
    ))}
    <path d="M138 60h32" className="stroke-line-control" strokeDasharray="3 5" strokeWidth={1.5} />
    <Sheet x={180} y={12} w={116} h={96} />
    {[0, 1, 2, 3].map((row) => (
      <g key={row}>
        <rect x={192} y={21 + row * 21} width={92} height={15} rx={4} className="fill-sunken" />
        <Enter at={300 + row * 250} from="translateX(-60px)">
          <Words x={200} y={27 + row * 21} w={42} className="fill-accent-text/70" />
        </Enter>
      </g>
    ))}
  </>
);

/** A key that ends tomorrow, and one that does not end. */
export const LastingToken = () => (
  <>
    <Sheet x={32} y={30} w={116} h={60} />
    <Icon of={KeyRound} x={46} y={50} className="text-text-3" />
    <Words x={78} y={50} w={54} lines={2} />
    <Seal of={Hourglass} x={128} y={8} at={300} className="text-warning-text" />
    <Enter at={500} from="scaleX(0)">
      <rect x={40} y={59} width={100} height={2} rx={1} className="fill-danger-text" />
    </Enter>
    <Enter at={900} from="translateX(-16px)">
      <Sheet x={176} y={30} w={116} h={60} className="fill-surface stroke-accent-strong" />
      <Icon of={KeyRound} x={190} y={50} className="text-accent-text" />
      <Words x={222} y={50} w={54} lines={2} className="fill-text-2" />
    </Enter>
    <Seal of={Endless} x={274} y={8} at={1300} />
  </>
);

/** A customer writes, and for a day one may answer. */
export const Window = () => (
  <>
    <Said x={24} y={16} w={92} h={26} />
    <Icon of={MessageCircle} x={32} y={21} size={16} />
    <Words x={56} y={27} w={46} />
    <Enter at={400}>
      <Said x={140} y={30} w={92} h={26} isOwn />
      <Words x={154} y={41} w={62} className={ownWords} />
    </Enter>
    <Icon of={Clock} x={24} y={80} size={18} />
    <Bar x={52} y={85} w={212} share={0.82} at={700} />
    <Seal of={X} x={276} y={80} at={1500} className="text-danger-text" />
  </>
);
