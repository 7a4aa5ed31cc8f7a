import { answerLengths, tones } from '@parlance/contract/chatbots';
import type { PublicConfig } from '@parlance/contract/operation';
import { useTexts } from '../../lib/texts.ts';
import { Card } from '../../ui/Card.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { Choice } from './Choice.tsx';
import type { Editing } from './editing.ts';
import { internalTexts } from './internal-texts.ts';
import { NumberField } from './NumberField.tsx';

/** Tone, length, language; with a model, which one and how free. */
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
        {answers === 'generated' && (
          <div className="grid gap-4 @md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <TextInput
              label={t.modelName}
              value={draft.model ?? ''}
              onChange={(model) => change({ model: model === '' ? null : model })}
              error={errors.model}
              placeholder={t.modelPlaceholder}
              help={t.modelHelp}
              maxLength={100}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
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
