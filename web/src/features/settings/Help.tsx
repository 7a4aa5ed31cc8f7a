import { useNavigate } from 'react-router';
import { useTexts } from '../../lib/language/texts.ts';
import { helpQuery } from '../../lib/queries/help.ts';
import { useQuery } from '../../lib/queries/query.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx';
import { LoadingSaid, Matter } from '../profile/Section.tsx';
import { useSaveHelp } from './queries.ts';
import { Saving } from './SaveLine.tsx';
import { SwitchesLoading } from './SwitchesLoading.tsx';
import { texts } from './texts.ts';

/** The tour once more, and whether help is shown. */
export function Help() {
  const t = useTexts(texts);
  const { data, error, refetch } = useQuery(helpQuery);
  const save = useSaveHelp();
  const restart = useSaveHelp();
  const navigate = useNavigate();
  return (
    <Matter
      level="h2"
      title={t.help}
      description={t.helpLead}
      aside={<Saving busy={save.isPending || restart.isPending} />}
    >
      {error && !data ? (
        <LoadFailure title={t.notLoaded} error={error} onRetry={refetch} />
      ) : !data ? (
        <>
          <LoadingSaid />
          <SwitchesLoading count={3} />
        </>
      ) : (
        <>
          <Checkbox
            label={t.tooltips}
            help={t.tooltipsHelp}
            checked={save.isPending ? (save.variables.tooltips ?? data.tooltips) : data.tooltips}
            onChange={(tooltips) => save.mutate({ tooltips })}
          />
          <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
            <div>
              <p className="text-md font-medium text-text">{t.tour}</p>
              <p className="text-sm text-text-2">{t.tourText}</p>
            </div>
            <Button
              busy={restart.isPending}
              onClick={() =>
                restart.mutate({ tour: 'new', step: 0 }, { onSuccess: () => void navigate('/') })
              }
            >
              {t.tourRestart}
            </Button>
          </div>
        </>
      )}
    </Matter>
  );
}
