import type { ReactNode } from 'react';
import { useFormat } from '../../lib/language/format.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { cx } from '../cx.ts';
import { Skeleton } from '../loading/Skeleton.tsx';
import { type ChartCardProps, ChartFrame } from './ChartFrame.tsx';
import { colourOf } from './colours.ts';
import { maxShares, type Share, withOther } from './scale.ts';
import { texts } from './texts.ts';

export interface ShareCardProps extends ChartCardProps {
  /** The head of the table's first column: what the parts are. */
  partHeader: string;
  /** The head of the column of figures. */
  valueHeader: string;
  /** Undefined as long as they are on their way: the frame keeps the room of a few. */
  shares: readonly Share[] | undefined;
  /** What stands where there is nothing to share out. */
  empty: ReactNode;
  /** Called with the part that is pressed. */
  onChoose?: (key: string) => void;
  chosen?: string;
}

/** Parts of a whole as horizontal bars, or as a table of the same figures. */
export function ShareCard({
  partHeader,
  valueHeader,
  shares,
  empty,
  onChoose,
  chosen,
  ...frame
}: ShareCardProps) {
  return (
    <ChartFrame
      {...frame}
      draw={(view) => {
        if (!shares) return <Waiting />;
        if (shares.length === 0) return <p className="text-md text-text-2">{empty}</p>;
        return view === 'chart' ? (
          <ShareBars shares={shares} onChoose={onChoose} chosen={chosen} />
        ) : (
          <ShareTable caption={frame.title} {...{ partHeader, valueHeader, shares }} />
        );
      }}
    />
  );
}

const Waiting = () => (
  <div className="flex flex-col gap-5">
    <Skeleton className="h-8 w-full" />
    <Skeleton className="h-8 w-full" />
    <Skeleton className="h-8 w-full" />
  </div>
);

const sumOf = (shares: readonly Share[]) => shares.reduce((sum, { value }) => sum + value, 0);

function ShareBars({
  shares,
  onChoose,
  chosen,
}: {
  shares: readonly Share[];
  onChoose: ((key: string) => void) | undefined;
  chosen: string | undefined;
}) {
  const t = useTexts(texts);
  const { shown, other } = withOther(shares);
  const total = sumOf(shares);
  const bar = (share: Share, place: number) => <ShareBar share={share} place={place} of={total} />;
  return (
    <ul className={cx('flex flex-col', onChoose ? '-mx-2 gap-0.5' : 'gap-3')}>
      {shown.map((share, place) => (
        <li key={share.key}>
          {onChoose ? (
            <button
              type="button"
              aria-pressed={share.key === chosen}
              onClick={() => onChoose(share.key)}
              className="w-full rounded-2 px-2 py-1.5 text-start motion-fast touch-target hover:bg-hover aria-pressed:bg-accent-soft"
            >
              {bar(share, place)}
            </button>
          ) : (
            bar(share, place)
          )}
        </li>
      ))}
      {other.count > 0 && (
        <li className={onChoose ? 'px-2 py-1.5' : undefined}>
          {bar({ key: 'other', name: t.other(other.count), value: other.value }, maxShares)}
        </li>
      )}
    </ul>
  );
}

/** One part of a whole; `note`: what more there is to say of it. */
export function ShareBar({
  share,
  place,
  of,
  note,
}: {
  share: Share;
  place: number;
  of: number;
  note?: ReactNode;
}) {
  const format = useFormat();
  const part = of === 0 ? 0 : share.value / of;
  return (
    <span className="flex flex-col gap-1">
      <span className="flex items-baseline gap-2 text-md">
        <span dir="auto" className="line-clamp-2 min-w-0 flex-1 [overflow-wrap:anywhere]" title={share.name}>
          {share.name}
        </span>
        <span className="tabular shrink-0 font-strong">{format.number(share.value)}</span>
        <span className="w-11 shrink-0 text-end text-sm text-text-3">{format.percent(part)}</span>
      </span>
      <span aria-hidden="true" className="block h-2 rounded-full bg-sunken forced-colors:border">
        <span
          className={cx(
            'block h-full rounded-full forced-color-adjust-none',
            colourOf(share.colour ?? place).ground,
          )}
          style={{ width: `${part * 100}%`, minWidth: part > 0 ? '0.25rem' : 0 }}
        />
      </span>
      {note && <span className="text-sm text-text-3">{note}</span>}
    </span>
  );
}

function ShareTable({
  caption,
  partHeader,
  valueHeader,
  shares,
}: {
  caption: string;
  partHeader: string;
  valueHeader: string;
  shares: readonly Share[];
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const total = sumOf(shares);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="max-h-80 overflow-y-auto rounded-2">
      <table className="w-full text-md">
        <caption className="visually-hidden">{caption}</caption>
        <thead className="sticky top-0 bg-surface text-sm text-text-2">
          <tr>
            <th scope="col" className="py-1.5 text-start font-medium">
              {partHeader}
            </th>
            <th scope="col" className="py-1.5 ps-3 text-end font-medium">
              {valueHeader}
            </th>
            <th scope="col" className="py-1.5 ps-3 text-end font-medium">
              {t.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ key, name, value }) => (
            <tr key={key} className="border-t border-line">
              <th scope="row" dir="auto" className="py-1.5 text-start font-regular [overflow-wrap:anywhere]">
                {name}
              </th>
              <td className="tabular py-1.5 ps-3 text-end">{format.number(value)}</td>
              <td className="tabular py-1.5 ps-3 text-end">
                {format.percent(total === 0 ? 0 : value / total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
