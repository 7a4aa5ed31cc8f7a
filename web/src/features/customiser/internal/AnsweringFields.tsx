import { answerLengths, tones } from '@parlance/contract/endpoints/chatbots';
import type { PublicConfig } from '@parlance/contract/endpoints/operation';
import { listModels } from '@parlance/contract/endpoints/usage';
import { planNames } from '@parlance/contract/plans';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { PlanLink } from '../../../ui/buttons/PlanLink.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import type { Editing } from '../editing/draft.ts';
import { Choice } from '../fields/Choice.tsx';
import { NumberField } from '../fields/NumberField.tsx';
import { internalTexts } from '../internal-texts.ts';

const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: async ({ signal }) => (await call(listModels, { signal })).items,
});

/** The choice of a model beside the platform's own, each with what its tokens count and the plan it begins with. */
function ModelField({ editing: { draft, change, errors } }: { editing: Editing }) {
  const t = useTexts(internalTexts);
  const format = useFormat();
  const { data: models = [] } = useQuery(modelsQuery);
  const [usual, ...others] = models;
  if (!usual || others.length === 0) return null;
  const larger = others.find(({ available }) => !available);
  const isChosen = others.some(({ id, available }) => available && id === draft.model);
  return (
    <Select
      label={t.modelName}
      value={(isChosen && draft.model) || ''}
      onChange={(model) => change({ model: model === '' ? null : model })}
      error={errors.model}
      help={
        larger ? (
          <>
            {t.modelHelp} <PlanLink plan={larger.plan} />
          </>
        ) : (
          t.modelHelp
        )
      }
      options={[
        { value: '', label: t.modelUsual(usual.id) },
        ...others.map(({ id, factor, plan, available }) => ({
          value: id,
          label: [
            id,
            ...(factor === 1 ? [] : [t.modelFactor(format.number(factor))]),
            ...(available || plan === 'free' ? [] : [t.modelFrom(planNames[plan])]),
          ].join(' · '),
          disabled: !available,
        })),
      ]}
    />
  );
}

/** The time zones that the browser knows, with the one that is chosen. */
const zonesWith = (chosen: string | null) =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ...(chosen === null ? [] : [chosen])])].sort();

/** Tone, length, language, time zone; with a model, which one and how free. */
export function AnsweringFields({
  editing,
  answers,
}: {
  editing: Editing;
  answers: PublicConfig['answers'] | undefined;
}) {
  const t = useTexts(internalTexts);
  const { draft, change, errors } = editing;
  return (
    <Card title={t.speech}>
      <div className="flex flex-col gap-5">
        <Choice
          label={t.tone}
          value={draft.tone}
          onChange={(tone) => change({ tone })}
          options={tones.map((value) => ({ value, label: t[value] }))}
        />
        <Choice
          label={t.answerLength}
          value={draft.answerLength}
          onChange={(answerLength) => change({ answerLength })}
          options={answerLengths.map((value) => ({ value, label: t[value] }))}
          help={t[`${draft.answerLength}Help`]}
        />
        <Choice
          label={t.language}
          value={draft.language}
          onChange={(language) => change({ language })}
          options={[
            { value: 'fr', label: t.french },
            { value: 'en', label: t.english },
          ]}
          help={t.languageHelp}
        />
        <Select
          label={t.timeZone}
          value={draft.timeZone ?? ''}
          onChange={(timeZone) => change({ timeZone: timeZone === '' ? null : timeZone })}
          error={errors.timeZone}
          help={t.timeZoneHelp}
          options={[
            { value: '', label: t.timeZoneUnset },
            ...zonesWith(draft.timeZone).map((value) => ({ value, label: value.replaceAll('_', ' ') })),
          ]}
        />
        {answers === 'generated' && (
          <div className="grid gap-4 @md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <ModelField editing={editing} />
            <NumberField
              label={t.temperature}
              value={draft.temperature}
              onChange={(temperature) => change({ temperature })}
              isRight={(value) => value >= 0 && value <= 2}
              wrong={t.temperatureWrong}
              error={errors.temperature}
              placeholder={t.temperaturePlaceholder}
              help={t.temperatureHelp}
            />
          </div>
        )}
      </div>
    </Card>
  );
}
