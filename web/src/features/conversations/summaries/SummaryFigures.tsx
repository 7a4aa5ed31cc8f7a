import type { SummaryFigures as Figures } from '@parlance/contract/endpoints/summaries';
import { CircleCheck, CircleHelp, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { SeriesCard } from '../../../ui/charts/SeriesCard.tsx';
import { Tile } from '../../../ui/display/Tile.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { summaryTexts } from './texts.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** How the answers went. */
export function SummaryTiles({ figures }: { figures: Figures }) {
  const t = useTexts(summaryTexts);
  const { number } = useFormat();
  return (
    <section aria-label={t.figures} className="@container">
      <div className="grid grid-cols-2 gap-3 @2xl:grid-cols-4">
        <Tile icon={<CircleCheck {...icon} />} label={t.answeredCount} value={number(figures.answered)} />
        <Tile icon={<CircleHelp {...icon} />} label={t.unansweredCount} value={number(figures.unanswered)} />
        <Tile icon={<ThumbsUp {...icon} />} label={t.up} value={number(figures.up)} />
        <Tile icon={<ThumbsDown {...icon} />} label={t.down} value={number(figures.down)} />
      </div>
    </section>
  );
}

/** When visitors asked, in which language, and which sources answered them. */
export function SummaryCharts({ figures }: { figures: Figures }) {
  const t = useTexts(summaryTexts);
  const { number } = useFormat();
  const { hours, languages, sources } = figures;
  const points = useMemo(
    () => hours.map((_, hour) => ({ key: String(hour), label: t.atHour(hour), title: t.atHour(hour) })),
    [hours, t],
  );
  const series = useMemo(() => [{ key: 'messages', name: t.visitorMessages, values: hours }], [hours, t]);
  return (
    <>
      <SeriesCard
        title={t.hours}
        label={t.hours}
        pointHeader={t.hour}
        points={points}
        series={series}
        form="bars"
      />
      <Card title={t.sources}>
        {sources.length === 0 ? (
          <p className="text-md text-text-2">{t.noSources}</p>
        ) : (
          <ol className="flex flex-col">
            {sources.map(({ name, answers }) => (
              <li
                key={name}
                className="flex items-baseline justify-between gap-4 border-t border-line py-2 text-md first:border-0"
              >
                <span dir="auto" className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">
                  {name}
                </span>
                <span className="tabular shrink-0 text-sm text-text-2">
                  {t.citedIn(answers, number(answers))}
                </span>
              </li>
            ))}
          </ol>
        )}
        <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-3 text-sm text-text-2">
          <div className="flex gap-2">
            <dt>{t.languages}</dt>
            <dd className="tabular text-text">
              {[
                languages.fr > 0 && `${t.french}\u00a0${number(languages.fr)}`,
                languages.en > 0 && `${t.english}\u00a0${number(languages.en)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </dd>
          </div>
        </dl>
      </Card>
    </>
  );
}
