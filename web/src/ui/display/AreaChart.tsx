import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useRef, useState } from 'react';

export interface ChartPoint {
  /** What the axis says of it. */
  label: string;
  /** What the read-out says of it. */
  title: string;
  value: number;
}

const height = 220;
const edge = { top: 12, right: 6, bottom: 26, left: 48 };
const labelWidth = 110;

/** The next round figure: 1, 2, 2.5, 3, 4, 5, 6 or 8 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const step = [1, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= value) ?? 10;
  return step * power;
}

/** A quantity over time, from zero. Arrow keys or the pointer move the read-out. */
export function AreaChart({
  label,
  points,
  compact,
  exact,
}: {
  label: string;
  points: readonly ChartPoint[];
  compact: (value: number) => string;
  exact: (value: number) => string;
}) {
  const gradient = useId();
  const frame = useRef<HTMLDivElement>(null);
  // Drawn in the pixels it has: scaled down, its figures would be too small to read.
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const [at, setAt] = useState<number>();
  const top = roundUp(Math.max(100, ...points.map(({ value }) => value)));
  const x = (index: number) =>
    edge.left + (index / Math.max(1, points.length - 1)) * (width - edge.left - edge.right);
  const y = (value: number) => edge.top + (1 - value / top) * (height - edge.top - edge.bottom);
  const line = points
    .map(({ value }, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
  const area = `${line}L${x(points.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z`;
  const current = at === undefined ? undefined : points[at];
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => share * top);
  const everyLabel = Math.max(1, Math.ceil((points.length * labelWidth) / width));

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width) * width;
    const index = Math.round(((share - edge.left) / (width - edge.left - edge.right)) * (points.length - 1));
    setAt(Math.max(0, Math.min(points.length - 1, index)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = at ?? points.length - 1;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: points.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(points.length - 1, to)));
  };
  const read = current ?? points.at(-1);
  const share = at === undefined ? 0 : x(at) / width;

  return (
    <div
      ref={frame}
      role="slider"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={points.length - 1}
      aria-valuenow={at ?? points.length - 1}
      aria-valuetext={read && `${read.title}\u00a0: ${exact(read.value)}`}
      tabIndex={0}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setAt(undefined)}
      onKeyDown={onKeyDown}
      onBlur={() => setAt(undefined)}
      className="relative touch-pan-y rounded-2"
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        className="block h-55 w-full overflow-visible"
      >
        <defs>
          <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
            <stop offset="0" className="[stop-color:var(--color-chart-1)] [stop-opacity:0.28]" />
            <stop offset="1" className="[stop-color:var(--color-chart-1)] [stop-opacity:0.02]" />
          </linearGradient>
        </defs>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={edge.left} x2={width - edge.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={edge.left - 8} y={y(tick) + 4} textAnchor="end" className="tabular fill-text-3 text-xs">
              {compact(tick)}
            </text>
          </g>
        ))}
        <path d={area} fill={`url(#${gradient})`} />
        <path d={line} fill="none" strokeWidth="2" strokeLinejoin="round" className="stroke-chart-1" />
        {points.map((point, index) =>
          index % everyLabel === 0 ? (
            <text
              key={point.title}
              x={x(index)}
              y={height - 6}
              textAnchor={index === 0 ? 'start' : 'middle'}
              className="fill-text-3 text-xs"
            >
              {point.label}
            </text>
          ) : null,
        )}
        {current && at !== undefined && (
          <>
            <line
              x1={x(at)}
              x2={x(at)}
              y1={y(current.value)}
              y2={y(0)}
              strokeDasharray="2 3"
              className="stroke-text-3"
            />
            <circle
              cx={x(at)}
              cy={y(current.value)}
              r="4.5"
              strokeWidth="2"
              className="fill-surface stroke-chart-1"
            />
          </>
        )}
      </svg>
      {current && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute top-0 rounded-2 border border-line bg-raised px-3 py-1.5 text-sm shadow-2"
          style={share > 0.5 ? { right: `${(1 - share) * 100 + 2}%` } : { left: `${share * 100 + 2}%` }}
        >
          <strong className="tabular block font-strong">{exact(current.value)}</strong>
          <span className="text-text-3">{current.title}</span>
        </div>
      )}
    </div>
  );
}
