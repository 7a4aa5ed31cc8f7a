/** The colours of series, in order (written out: Tailwind finds classes by their whole names). */
const colours = [
  {
    fill: 'fill-chart-1',
    stroke: 'stroke-chart-1',
    ground: 'bg-chart-1',
    stop: '[stop-color:var(--color-chart-1)]',
  },
  {
    fill: 'fill-chart-2',
    stroke: 'stroke-chart-2',
    ground: 'bg-chart-2',
    stop: '[stop-color:var(--color-chart-2)]',
  },
  {
    fill: 'fill-chart-3',
    stroke: 'stroke-chart-3',
    ground: 'bg-chart-3',
    stop: '[stop-color:var(--color-chart-3)]',
  },
  {
    fill: 'fill-chart-4',
    stroke: 'stroke-chart-4',
    ground: 'bg-chart-4',
    stop: '[stop-color:var(--color-chart-4)]',
  },
  {
    fill: 'fill-chart-5',
    stroke: 'stroke-chart-5',
    ground: 'bg-chart-5',
    stop: '[stop-color:var(--color-chart-5)]',
  },
  {
    fill: 'fill-chart-6',
    stroke: 'stroke-chart-6',
    ground: 'bg-chart-6',
    stop: '[stop-color:var(--color-chart-6)]',
  },
] as const;

/** What is left over has no colour of its own. */
const other = {
  fill: 'fill-line-control',
  stroke: 'stroke-line-control',
  ground: 'bg-line-control',
  stop: '[stop-color:var(--color-line-control)]',
} as const;

export const colourOf = (place: number) => colours[place] ?? other;

/** Lines are told apart by more than their colour. */
export const dashOf = (place: number) => (place === 0 ? undefined : `${8 - place} ${3 + place}`);
