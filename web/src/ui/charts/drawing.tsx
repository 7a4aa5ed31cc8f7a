import { useId } from 'react';
import { colourOf, dashOf } from './colours.ts';
import { type ChartPoint, labelEvery, peaksOf, type Series } from './scale.ts';

/** Where everything of a chart stands, in pixels. */
export interface Plot {
  points: readonly ChartPoint[];
  series: readonly Series[];
  totals: readonly number[];
  ticks: readonly number[];
  box: { left: number; right: number; top: number; bottom: number };
  /** The width that each point has. */
  band: number;
  x: (index: number) => number;
  y: (value: number) => number;
}

const labelWidth = 84;
const widestBar = 44;
/** Pixels between one bar and the next, or one line's point and the next, below which they run together. */
const narrowest = 2;

const px = (value: number) => value.toFixed(1);

/** Round figures beside, times below. */
export function Axes({ plot, compact }: { plot: Plot; compact: (value: number) => string }) {
  const { points, ticks, box, x, y } = plot;
  const every = labelEvery(points.length, box.right - box.left, labelWidth);
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={box.left} x2={box.right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
          <text x={box.left - 8} y={y(tick) + 4} textAnchor="end" className="tabular fill-text-3 text-xs">
            {compact(tick)}
          </text>
        </g>
      ))}
      {points.map((point, index) =>
        index % every === 0 ? (
          <text
            key={point.key}
            x={Math.min(x(index), box.right - labelWidth / 3)}
            y={box.bottom + 20}
            textAnchor="middle"
            className="fill-text-3 text-xs"
          >
            {point.label}
          </text>
        ) : null,
      )}
    </>
  );
}

/** Lines from zero, each of its own dashes; with the area below each. */
export function Lines({ plot, hasArea }: { plot: Plot; hasArea: boolean }) {
  const gradient = useId();
  const { series, box, x, y } = plot;
  return series.map(({ key, values }, place) => {
    const drawn = peaksOf(values, (box.right - box.left) / narrowest);
    const line = drawn
      .map((index, at) => `${at === 0 ? 'M' : 'L'}${px(x(index))} ${px(y(values[index] ?? 0))}`)
      .join('');
    const [first = 0, last = 0] = [drawn[0], drawn.at(-1)];
    const colour = colourOf(place);
    return (
      <g key={key}>
        {hasArea && (
          <>
            <defs>
              <linearGradient id={`${gradient}${place}`} x1="0" x2="0" y1="0" y2="1">
                <stop offset="0" className={`${colour.stop} [stop-opacity:0.28]`} />
                <stop offset="1" className={`${colour.stop} [stop-opacity:0.02]`} />
              </linearGradient>
            </defs>
            <path
              d={`${line}L${px(x(last))} ${px(y(0))}L${px(x(first))} ${px(y(0))}Z`}
              fill={`url(#${gradient}${place})`}
            />
          </>
        )}
        <path
          d={line}
          fill="none"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeDasharray={dashOf(place)}
          className={colour.stroke}
        />
        {/* A line of one point has no length. */}
        {values.length === 1 && <circle cx={x(0)} cy={y(values[0] ?? 0)} r="4" className={colour.fill} />}
      </g>
    );
  });
}

/** Bars from zero, those of one point on each other. */
export function Bars({ plot }: { plot: Plot }) {
  const { series, totals, box, band, x, y } = plot;
  const drawn = peaksOf(totals, (box.right - box.left) / narrowest);
  const room = Math.max(band, (box.right - box.left) / Math.max(1, drawn.length));
  const width = Math.min(widestBar, Math.max(1, room * 0.72));
  const below = drawn.map(() => 0);
  return series.map(({ key, values }, place) => {
    const path = drawn
      .map((index, at) => {
        const from = below[at] ?? 0;
        const to = from + (values[index] ?? 0);
        below[at] = to;
        if (to === from) return '';
        // What is there is seen, however little it is beside the rest.
        const head = Math.min(y(to), y(from) - 1);
        return `M${px(x(index) - width / 2)} ${px(y(from))}V${px(head)}h${px(width)}V${px(y(from))}Z`;
      })
      .join('');
    return <path key={key} d={path} className={colourOf(place).fill} />;
  });
}

/** Where the read-out stands. */
export function Marks({ plot, at, isStacked }: { plot: Plot; at: number; isStacked: boolean }) {
  const { series, totals, box, x, y } = plot;
  const heights = isStacked ? [totals[at] ?? 0] : series.map(({ values }) => values[at] ?? 0);
  return (
    <>
      <line
        x1={x(at)}
        x2={x(at)}
        y1={box.top}
        y2={box.bottom}
        strokeDasharray="2 3"
        className="stroke-text-3"
      />
      {heights.map((value, place) => (
        <circle
          key={series[place]?.key}
          cx={x(at)}
          cy={y(value)}
          r="4.5"
          strokeWidth="2"
          className={`fill-surface ${isStacked ? 'stroke-text-3' : colourOf(place).stroke}`}
        />
      ))}
    </>
  );
}
