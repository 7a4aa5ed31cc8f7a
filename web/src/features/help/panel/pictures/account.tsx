import {
  Archive,
  Check,
  Download,
  FileText,
  Hourglass,
  KeyRound,
  LockKeyhole,
  Mail,
  Monitor,
  Moon,
  ShieldCheck,
  Smartphone,
  Sun,
  X,
} from 'lucide-react';
import { Bar, Enter, Icon, Seal, Sheet, Toggle, Words } from './parts.tsx';

/** The password, then a code of the phone. */
export const TwoStep = () => (
  <>
    <Sheet x={28} y={40} w={116} h={40} />
    <Icon of={LockKeyhole} x={40} y={50} />
    {[0, 1, 2, 3, 4].map((dot) => (
      <circle key={dot} cx={76 + dot * 12} cy={60} r={3} className="fill-text-2" />
    ))}
    <rect x={180} y={14} width={60} height={92} rx={10} className="fill-surface stroke-line" />
    <Icon of={Smartphone} x={200} y={24} className="text-text-3" />
    {[0, 1, 2].map((digit) => (
      <Enter key={digit} at={400 + digit * 160}>
        <rect x={190 + digit * 14} y={58} width={11} height={16} rx={3} className="fill-accent-soft" />
        <rect x={194 + digit * 14} y={64} width={3} height={4} rx={1.5} className="fill-accent-text" />
      </Enter>
    ))}
    <Seal of={ShieldCheck} x={262} y={51} at={1100} />
  </>
);

/** A key of a program's own, and what it opens: not everything. */
export const ApiKeys = () => (
  <>
    <Sheet x={24} y={28} w={112} h={64} className="fill-rail stroke-rail-line" />
    <Enter at={150} from="scaleX(0)">
      <rect x={36} y={42} width={28} height={4} rx={2} className="fill-accent" />
      <rect x={70} y={42} width={50} height={4} rx={2} className="fill-rail-text-2" />
      <rect x={36} y={54} width={68} height={4} rx={2} className="fill-rail-text-2" />
    </Enter>
    <Enter at={500} from="translateX(-20px)">
      <Icon of={KeyRound} x={94} y={66} className="text-accent" />
    </Enter>
    <path d="M146 60h20" className="stroke-line-control" strokeDasharray="3 5" strokeWidth={1.5} />
    <Sheet x={176} y={14} w={120} h={92} />
    {[true, true, false].map((isOpen, row) => (
      <g key={row.toString()}>
        {row > 0 && <rect x={176} y={14 + row * 31} width={120} height={1} className="fill-line" />}
        <Words x={190} y={27 + row * 31} w={62 - row * 12} />
        <Seal
          of={isOpen ? Check : X}
          x={268}
          y={20 + row * 31}
          at={700 + row * 250}
          {...(isOpen ? {} : { className: 'text-danger-text' })}
        />
      </g>
    ))}
  </>
);

/** The browsers that are signed in, and one that is closed. */
export const Sessions = () => (
  <>
    <Sheet x={48} y={14} w={224} h={92} />
    {[Monitor, Smartphone, Monitor].map((device, row) => (
      <g key={row.toString()}>
        {row > 0 && <rect x={48} y={14 + row * 31} width={224} height={1} className="fill-line" />}
        <Icon of={device} x={62} y={20 + row * 31} size={18} />
        <Words x={94} y={27 + row * 31} w={100 - row * 18} />
      </g>
    ))}
    <Seal of={X} x={242} y={82} at={700} className="text-danger-text" />
  </>
);

/** What is left of the time to change one's mind. */
export const Leaving = () => (
  <>
    <Sheet x={60} y={26} w={200} h={68} />
    <Enter at={100} from="rotate(-180deg)">
      <Icon of={Hourglass} x={76} y={46} size={28} className="text-warning-text" />
    </Enter>
    <Words x={120} y={46} w={90} />
    <Bar x={120} y={64} w={124} share={0.4} at={300} className="fill-warning-strong" />
  </>
);

/** Mails that come, and mails that don't. */
export const Mails = () => (
  <>
    <Sheet x={52} y={14} w={216} h={92} />
    {[true, false, true].map((isOn, row) => (
      <g key={row.toString()}>
        {row > 0 && <rect x={52} y={14 + row * 31} width={216} height={1} className="fill-line" />}
        <Icon of={Mail} x={66} y={20 + row * 31} size={18} />
        <Words x={98} y={27 + row * 31} w={90 - row * 14} />
        <Toggle x={226} y={21 + row * 31} isOn={isOn} at={300 + row * 250} />
      </g>
    ))}
  </>
);

/** The same screen, by day and by night. */
export const Appearance = () => (
  <>
    {(['light', 'dark'] as const).map((theme, at) => (
      <g key={theme} data-theme={theme}>
        <Enter at={at * 500} from={at === 0 ? 'none' : 'translateX(-122px)'}>
          <Sheet x={44 + at * 122} y={16} w={110} h={88} />
          <Icon of={at === 0 ? Sun : Moon} x={58 + at * 122} y={28} className="text-accent-text" />
          <Words x={58 + at * 122} y={62} w={82} lines={3} />
        </Enter>
      </g>
    ))}
  </>
);

/** Choices, and the sheet on which they are kept. */
export const Privacy = () => (
  <>
    {[false, false, true].map((isOn, row) => (
      <g key={row.toString()}>
        <Words x={32} y={32 + row * 28} w={76 - row * 10} />
        <Toggle x={126} y={26 + row * 28} isOn={isOn} at={200 + row * 200} />
      </g>
    ))}
    <Enter at={800} from="translateX(-16px)">
      <Sheet x={188} y={16} w={100} h={88} />
      <Words x={202} y={32} w={72} lines={4} />
    </Enter>
    <Seal of={ShieldCheck} x={260} y={80} at={1300} />
  </>
);

/** All that is kept goes into one archive, and to its owner. */
export const Rights = () => (
  <>
    {[0, 1, 2].map((at) => (
      <Enter key={at} at={at * 220} from="translateX(-26px)">
        <Icon of={FileText} x={44 + at * 34} y={48} size={24} className="text-text-3" />
      </Enter>
    ))}
    <Sheet x={164} y={30} w={60} h={60} />
    <Icon of={Archive} x={180} y={46} size={28} className="text-accent-text" />
    <Enter at={900} from="translateY(-12px)">
      <Icon of={Download} x={250} y={48} size={24} className="text-accent-text" />
    </Enter>
  </>
);
