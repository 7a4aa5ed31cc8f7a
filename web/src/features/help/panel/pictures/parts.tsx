import type { LucideIcon } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';

/** What enters some milliseconds after the picture has come in sight; `from` is where it stood. */
export function Enter({
  at = 0,
  from = 'translateY(6px)',
  children,
}: {
  at?: number;
  from?: string;
  children: ReactNode;
}) {
  return (
    <g className="picture-part" style={{ animationDelay: `${at}ms`, '--from': from } as CSSProperties}>
      {children}
    </g>
  );
}

interface Place {
  x: number;
  y: number;
}
interface Area extends Place {
  w: number;
  h: number;
}

/** A card, a page, a window. */
export const Sheet = ({
  x,
  y,
  w,
  h,
  className = 'fill-surface stroke-line',
}: Area & { className?: string }) => <rect x={x} y={y} width={w} height={h} rx={8} className={className} />;

/** Lines of a text, the last one shorter. */
export const Words = ({
  x,
  y,
  w,
  lines = 1,
  className = 'fill-line-control/60',
}: Place & { w: number; lines?: number; className?: string }) => (
  <>
    {Array.from({ length: lines }, (_, line) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        key={line}
        x={x}
        y={y + line * 10}
        width={lines > 1 && line === lines - 1 ? w * 0.6 : w}
        height={4}
        rx={2}
        className={className}
      />
    ))}
  </>
);

/** A bubble with the house's corner: a visitor's at the end, the chatbot's at the start. */
export function Said({ x, y, w, h, isOwn }: Area & { isOwn?: boolean }) {
  const r = 9;
  const small = 2;
  const [start, end] = isOwn ? [r, small] : [small, r];
  return (
    <path
      d={`M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - r - end}a${end} ${end} 0 0 1 ${-end} ${end}h${-(w - start - end)}a${start} ${start} 0 0 1 ${-start} ${-start}v${-(h - r - start)}a${r} ${r} 0 0 1 ${r} ${-r}z`}
      className={isOwn ? 'fill-accent' : 'fill-surface stroke-line'}
    />
  );
}

/** Ink on the visitor's mint. */
export const ownWords = 'fill-accent-ink/70';

/** A bar that fills up to its share. */
export const Bar = ({
  x,
  y,
  w,
  share,
  at = 0,
  className = 'fill-accent-strong',
}: Place & { w: number; share: number; at?: number; className?: string }) => (
  <>
    <rect x={x} y={y} width={w} height={8} rx={4} className="fill-line" />
    <Enter at={at} from="scaleX(0)">
      <rect x={x} y={y} width={w * share} height={8} rx={4} className={className} />
    </Enter>
  </>
);

export const Icon = ({
  of: Drawn,
  x,
  y,
  size = 20,
  className = 'text-text-2',
}: Place & { of: LucideIcon; size?: number; className?: string }) => (
  <Drawn x={x} y={y} size={size} strokeWidth={1.75} className={className} />
);

/** A switch, on or off. */
export const Toggle = ({ x, y, isOn, at = 0 }: Place & { isOn: boolean; at?: number }) => (
  <>
    <rect
      x={x}
      y={y}
      width={28}
      height={16}
      rx={8}
      className={isOn ? 'fill-accent-strong' : 'fill-line-control'}
    />
    <Enter at={at} from={isOn ? 'translateX(-12px)' : 'none'}>
      <circle cx={x + (isOn ? 20 : 8)} cy={y + 8} r={6} className="fill-surface" />
    </Enter>
  </>
);

/** A small round seal: done, right. */
export const Seal = ({
  x,
  y,
  at,
  of,
  className = 'text-accent-text',
}: Place & { at: number; of: LucideIcon; className?: string }) => (
  <Enter at={at} from="scale(0.4)">
    <Icon of={of} x={x} y={y} size={18} className={className} />
  </Enter>
);
