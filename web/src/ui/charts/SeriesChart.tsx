import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useFormat } from '../../lib/language/format.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { colourOf } from './colours.ts';
import { Axes, Bars, Lines, Marks, type Plot } from './drawing.tsx';
import { type ChartPoint, type Series, ticksUpTo, totalsOf } from './scale.ts';
import { texts } from './texts.ts';

/** How a series is drawn: bars of several stand on each other. */
type ChartForm = 'area' | 'lines' | 'bars';

export interface SeriesChartProps {
  /** What it shows, for screen readers. */
  label: string;
  points: readonly ChartPoint[];
  series: readonly Series[];
  form: ChartForm;
}

const edge = { top: 12, right: 6, bottom: 26, left: 48 };
const smallest = { width: 160, height: 120 };

/** The pixels that an element has: scaled down, figures would be too small to read. */
function useSize() {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 640, height: 220 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () =>
      setSize({
        width: Math.max(smallest.width, element.clientWidth),
        height: Math.max(smallest.height, element.clientHeight),
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { frame, ...size };
}

/** Quantities over time, from zero, in the whole of its frame. Arrow keys, the pointer or a finger move the read-out. */
export function SeriesChart({ label, points, series, form }: SeriesChartProps) {
  const t = useTexts(texts);
  const format = useFormat();
  const { frame, width, height } = useSize();
  const [moved, setAt] = useState<number>();
  const last = points.length - 1;
  const at = moved === undefined ? undefined : Math.min(moved, last);
  const plot = useMemo((): Plot => {
    const totals = totalsOf(series);
    const heights = form === 'bars' ? totals : series.flatMap(({ values }) => values);
    // Spread over as many arguments, a year of hours is too much for a call.
    const ticks = ticksUpTo(heights.reduce((highest, value) => Math.max(highest, value), 0));
    const top = ticks.at(-1) ?? 1;
    const band = (width - edge.left - edge.right) / Math.max(1, points.length);
    return {
      points,
      series,
      totals,
      ticks,
      band,
      box: { left: edge.left, right: width - edge.right, top: edge.top, bottom: height - edge.bottom },
      x: (index) => edge.left + (index + 0.5) * band,
      y: (value) => edge.top + (1 - value / top) * (height - edge.top - edge.bottom),
    };
  }, [points, series, form, width, height]);

  const clamp = (index: number) => Math.max(0, Math.min(last, index));
  const moveTo = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    setAt(clamp(Math.floor((event.clientX - left - edge.left) / plot.band)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = at ?? last;
    const leap = Math.max(2, Math.round(points.length / 10));
    const to = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      PageUp: from - leap,
      PageDown: from + leap,
      Home: 0,
      End: last,
    }[event.key];
    if (event.key === 'Escape') setAt(undefined);
    if (to === undefined) return;
    event.preventDefault();
    setAt(clamp(to));
  };
  const said = (index: number) => {
    const values = series.map(({ name, values }) => `${name}\u00a0${format.number(values[index] ?? 0)}`);
    return t.value(points[index]?.title ?? '', format.list(values));
  };

  return (
    <div
      ref={frame}
      role="slider"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={at ?? Math.max(0, last)}
      aria-valuetext={said(at ?? last)}
      tabIndex={0}
      onPointerDown={moveTo}
      onPointerMove={moveTo}
      // What a finger has brought up stays: it leaves as soon as it is lifted.
      onPointerLeave={(event) => event.pointerType === 'mouse' && setAt(undefined)}
      onKeyDown={onKeyDown}
      onBlur={() => setAt(undefined)}
      className="absolute inset-0 touch-pan-y rounded-2"
    >
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        aria-hidden="true"
        className="block max-w-full overflow-visible"
      >
        <Axes plot={plot} compact={format.compact} />
        {form === 'bars' ? <Bars plot={plot} /> : <Lines plot={plot} hasArea={form === 'area'} />}
        {at !== undefined && <Marks plot={plot} at={at} isStacked={form === 'bars'} />}
      </svg>
      {at !== undefined && <ReadOut plot={plot} at={at} share={plot.x(at) / width} />}
    </div>
  );
}

function ReadOut({ plot, at, share }: { plot: Plot; at: number; share: number }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { series, points, totals } = plot;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-0 max-w-[60%] rounded-2 border border-line bg-raised px-3 py-1.5 text-sm shadow-2"
      style={
        share > 0.5
          ? { right: `calc(${(1 - share) * 100}% + 0.75rem)` }
          : { left: `calc(${share * 100}% + 0.75rem)` }
      }
    >
      <span className="text-text-3">{points[at]?.title}</span>
      {series.map(({ key, name, values }, place) => (
        <span key={key} className="flex items-baseline gap-1.5">
          <span className={`size-2.5 shrink-0 rounded-full ${colourOf(place).ground}`} />
          <span className="min-w-0 flex-1">{name}</span>
          <strong className="tabular ps-2 font-strong">{format.number(values[at] ?? 0)}</strong>
        </span>
      ))}
      {series.length > 1 && (
        <span className="mt-1 flex justify-between gap-2 border-t border-line pt-1">
          {t.total}
          <strong className="tabular font-strong">{format.number(totals[at] ?? 0)}</strong>
        </span>
      )}
    </div>
  );
}
