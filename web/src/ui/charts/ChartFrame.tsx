import { ChartArea, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../lib/language/texts.ts';
import { cx } from '../cx.ts';
import { Segmented } from '../fields/Segmented.tsx';
import { Card } from '../layout/Card.tsx';
import { LoadFailure } from '../loading/LoadFailure.tsx';
import { texts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What every card of a chart takes. */
export interface ChartCardProps {
  title: string;
  /** Why there is nothing to show, if so, and how it is asked for again. */
  failure?: { title: string; error: unknown; onRetry: () => void } | undefined;
  /** What stands beside the choice of chart or table. */
  aside?: ReactNode;
  className?: string;
}

/** A card that shows the same figures as a chart or as a table. It fills the room that it is given. */
export function ChartFrame({
  title,
  failure,
  aside,
  className,
  draw,
}: ChartCardProps & { draw: (view: 'chart' | 'table', showTable: () => void) => ReactNode }) {
  const t = useTexts(texts);
  const [view, setView] = useState<'chart' | 'table'>('chart');
  return (
    <Card
      title={title}
      className={cx('flex flex-col', className)}
      aside={
        <div className="flex flex-wrap gap-2">
          {aside}
          <Segmented
            label={`${t.view}, ${title}`}
            value={view}
            onChange={setView}
            iconsOnly
            options={[
              { value: 'chart', label: t.chart, icon: <ChartArea {...icon} /> },
              { value: 'table', label: t.table, icon: <Table2 {...icon} /> },
            ]}
          />
        </div>
      }
    >
      {failure ? <LoadFailure {...failure} /> : draw(view, () => setView('table'))}
    </Card>
  );
}
