import { Check, CircleAlert, FileText, MessageCircle, RefreshCw } from 'lucide-react';
import { Bar, Enter, Icon, ownWords, Said, Seal, Sheet, Words } from './parts.tsx';

/** Message tokens, which come back, and storage tokens, which stay spent. */
export const Tokens = () => (
  <>
    <Sheet x={24} y={22} w={128} h={76} />
    <Icon of={MessageCircle} x={36} y={34} />
    <Bar x={36} y={72} w={104} share={0.55} at={200} />
    <Seal of={RefreshCw} x={122} y={35} at={1100} />
    <Sheet x={168} y={22} w={128} h={76} />
    <Icon of={FileText} x={180} y={34} />
    <Bar x={180} y={72} w={104} share={0.3} at={500} />
  </>
);

/** A bar that reaches its marks. */
export const Alerts = () => (
  <>
    <Sheet x={40} y={22} w={240} h={76} />
    <Words x={56} y={40} w={70} />
    <Bar x={56} y={62} w={208} share={0.9} at={200} className="fill-warning-strong" />
    {[0.8, 0.9].map((mark) => (
      <rect key={mark} x={56 + 208 * mark} y={56} width={2} height={20} className="fill-text-3" />
    ))}
    <Seal of={CircleAlert} x={246} y={32} at={900} className="text-warning-text" />
    <Words x={56} y={82} w={110} />
  </>
);

const curve = 'M36 84C62 80 74 58 98 62S140 84 164 66 204 30 228 40 262 58 284 34';

/** Thirty days of use. */
export const Curve = () => (
  <>
    <Sheet x={20} y={16} w={280} h={88} />
    {[40, 62, 84].map((y) => (
      <rect key={y} x={36} y={y} width={248} height={1} className="fill-line" />
    ))}
    <path d={`${curve}V92H36z`} className="fill-chart-1/15" />
    <path d={curve} pathLength={1} className="picture-line fill-none stroke-chart-1" strokeWidth={2.5} />
    <Enter at={1300} from="scale(0)">
      <circle cx={284} cy={34} r={4} className="fill-chart-1" />
    </Enter>
  </>
);

/** What each operation cost, line by line. */
export const Journal = () => (
  <>
    <Sheet x={36} y={14} w={248} h={92} />
    {[0.4, 0.75, 0.25].map((share, row) => (
      <g key={share}>
        {row > 0 && <rect x={36} y={14 + row * 31} width={248} height={1} className="fill-line" />}
        <Words x={52} y={27 + row * 31} w={72 - row * 12} />
        <Bar x={160} y={25 + row * 31} w={108} share={share} at={200 + row * 250} className="fill-chart-1" />
      </g>
    ))}
  </>
);

/** Chips above, and bars that follow them. */
export const Filters = () => (
  <>
    {[0, 1, 2].map((chip) => (
      <rect
        key={chip}
        x={36 + chip * 76}
        y={16}
        width={66}
        height={20}
        rx={10}
        className={chip === 1 ? 'fill-accent-soft stroke-accent-strong' : 'fill-surface stroke-line'}
      />
    ))}
    {[0, 1, 2].map((chip) => (
      <Words key={chip} x={50 + chip * 76} y={24} w={38} />
    ))}
    {[26, 44, 34, 52, 22, 38, 48].map((h, bar) => (
      <Enter key={h} at={200 + bar * 90} from="scaleY(0)">
        <rect x={40 + bar * 36} y={104 - h} width={22} height={h} rx={3} className="fill-chart-1" />
      </Enter>
    ))}
  </>
);

/** A question, what the model reads for it, and the answer: all of it counts. */
export const Exchange = () => (
  <>
    <Said x={196} y={14} w={100} h={24} isOwn />
    <Words x={208} y={24} w={72} className={ownWords} />
    {[0, 1, 2].map((passage) => (
      <Enter key={passage} at={250 + passage * 200} from="translateY(10px)">
        <Sheet x={24 + passage * 60} y={44} w={48} h={32} />
        <Words x={32 + passage * 60} y={53} w={32} lines={2} />
      </Enter>
    ))}
    <Enter at={1000}>
      <Said x={24} y={84} w={168} h={24} />
      <Words x={38} y={94} w={138} />
    </Enter>
  </>
);

/** Two sliders, and the plan that is enough. */
export const Estimate = () => (
  <>
    {[0.6, 0.35].map((share, slider) => (
      <g key={share}>
        <Words x={24} y={32 + slider * 38} w={60} />
        <Bar x={24} y={44 + slider * 38} w={112} share={share} at={slider * 300} />
        <circle
          cx={24 + 112 * share}
          cy={48 + slider * 38}
          r={7}
          className="fill-surface stroke-accent-strong"
          strokeWidth={2}
        />
      </g>
    ))}
    {[0, 1].map((plan) => (
      <g key={plan}>
        <Sheet x={164 + plan * 70} y={20} w={60} h={80} />
        <Words x={174 + plan * 70} y={34} w={40} lines={3} />
      </g>
    ))}
    <Enter at={800} from="scale(0.94)">
      <Sheet x={234} y={20} w={60} h={80} className="fill-none stroke-accent-strong stroke-2" />
      <Icon of={Check} x={255} y={74} size={18} className="text-accent-text" />
    </Enter>
  </>
);
