import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** How far beyond the window rows are drawn already. */
const overscanPx = 1000;

export const bodyClasses = 'flex flex-col gap-3 not-first-of-type:mt-3 md:table-row-group';

/** Rows that are drawn while they are near the window; otherwise a gap of their height stands for them. */
export function RowGroup({
  columns,
  count,
  rowPx,
  onMeasured,
  isFirst,
  children,
}: {
  columns: number;
  count: number;
  /** How high rows are elsewhere in the table. */
  rowPx: number;
  onMeasured: (rowPx: number) => void;
  isFirst: boolean;
  children: () => ReactNode;
}) {
  const group = useRef<HTMLTableSectionElement>(null);
  const [isDrawn, setDrawn] = useState(isFirst);
  const [ownPx, setOwnPx] = useState<number>();
  const measure = useEffectEvent(() => {
    const height = isFirst ? group.current?.getBoundingClientRect().height : undefined;
    if (height) onMeasured(height / count);
  });
  useLayoutEffect(() => measure(), []);
  const clear = useEffectEvent((height: number) => {
    if (isDrawn) setOwnPx(height / count);
    setDrawn(false);
  });
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1);
        if (entry?.isIntersecting) setDrawn(true);
        // Whoever is in there must not lose their place.
        else if (entry && !entry.target.contains(document.activeElement))
          clear(entry.boundingClientRect.height);
      },
      { rootMargin: `${overscanPx}px 0px` },
    );
    if (group.current) watcher.observe(group.current);
    return () => watcher.disconnect();
  }, []);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: written out, since `display: flex` on phones takes it away
    <tbody ref={group} role="rowgroup" className={bodyClasses}>
      {isDrawn ? (
        children()
      ) : (
        <tr className="block md:table-row">
          <td
            colSpan={columns}
            className="block p-0 md:table-cell"
            style={{ height: count * (ownPx ?? rowPx) }}
          />
        </tr>
      )}
    </tbody>
  );
}
