import type { Appearance } from '@parlance/contract/endpoints/chatbots';
import { Contrast } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { ChatbotName, useNameRule } from '../../chatbots/parts/ChatbotName.tsx';
import type { Editing } from '../editing/draft.ts';
import { Choice } from '../fields/Choice.tsx';
import { NumberField } from '../fields/NumberField.tsx';
import { colourKeys, coloursOf, isPalette, paletteNames, verdictOf } from '../palettes.ts';
import { ColourField } from './ColourField.tsx';
import { ImageField } from './ImageField.tsx';
import { visualTexts } from './texts.ts';

const maxZIndex = 2_147_483_647;

const Group = ({ title, help, children }: { title: string; help?: string; children: ReactNode }) => (
  <section className="flex flex-col gap-4">
    <div className="flex flex-col gap-0.5">
      <h2 className="display-type text-lg">{title}</h2>
      {help && <p className="text-sm text-text-3">{help}</p>}
    </div>
    {children}
  </section>
);

/** How the chatbot looks to its visitors. */
export function VisualTab({ editing }: { editing: Editing }) {
  const t = useTexts(visualTexts);
  const ruleOf = useNameRule();
  const [isNameLeft, setIsNameLeft] = useState(false);
  const { chatbot, draft, errors } = editing;
  const { appearance } = draft;
  const set = (part: Partial<Appearance>) => editing.change({ appearance: { ...appearance, ...part } });
  const optionsOf = <
    T extends 'start' | 'end' | Appearance['size'] | Appearance['corners'] | Appearance['theme'],
  >(
    values: readonly T[],
  ) => values.map((value) => ({ value, label: t[value] }));
  const hard = colourKeys
    .map((key) => ({ key, verdict: verdictOf(appearance, key) }))
    .filter(({ verdict }) => verdict && !verdict.isEnough);

  return (
    <div className="flex max-w-2xl flex-col gap-8">
      <Group title={t.identity} help={t.imagesAtOnce}>
        <ImageField chatbot={chatbot} slot="avatar" label={t.avatar} url={chatbot.avatarUrl} />
        <ChatbotName
          except={chatbot.id}
          field={{
            name: 'name',
            value: draft.name,
            error: errors.name ?? (isNameLeft ? ruleOf(draft.name) : undefined),
            onChange: (name) => editing.change({ name }),
            onBlur: () => setIsNameLeft(true),
          }}
        />
        <TextInput
          label={t.title}
          help={t.titleHelp}
          value={appearance.title}
          error={errors['appearance.title']}
          maxLength={400}
          dir="auto"
          onChange={(title) => set({ title })}
        />
        <TextInput
          label={t.placeholder}
          help={t.placeholderHelp}
          value={appearance.placeholder}
          error={errors['appearance.placeholder']}
          maxLength={100}
          dir="auto"
          onChange={(placeholder) => set({ placeholder })}
        />
      </Group>

      <Group title={t.colours} help={t.coloursHelp}>
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium text-text">{t.palettes}</legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-2">
            {paletteNames.map((name) => {
              const colours = coloursOf(name, appearance);
              return (
                <button
                  key={name}
                  type="button"
                  aria-pressed={isPalette(name, appearance)}
                  onClick={() => set(colours)}
                  className="flex min-h-10 items-center gap-2 rounded-2 border border-line bg-surface px-2 text-sm text-text motion-fast touch-target hover:bg-hover aria-pressed:border-accent-strong aria-pressed:bg-accent-soft aria-pressed:font-medium forced-colors:aria-pressed:outline-2"
                >
                  <svg
                    viewBox="0 0 24 24"
                    width="24"
                    height="24"
                    aria-hidden="true"
                    className="shrink-0 rounded-1"
                  >
                    <rect width="24" height="24" fill={colours.secondaryColor} />
                    <rect width="14" height="24" fill={colours.primaryColor} />
                  </svg>
                  {t[name]}
                </button>
              );
            })}
          </div>
        </fieldset>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-4">
          {colourKeys.map((key) => (
            <ColourField
              key={key}
              label={t[key]}
              value={appearance[key]}
              verdict={verdictOf(appearance, key)}
              error={errors[`appearance.${key}`]}
              onChange={(colour) => set({ [key]: colour })}
            />
          ))}
        </div>
        <div role="status" className="flex flex-col gap-2 empty:hidden">
          {hard.map(({ key, verdict }) => (
            <div
              key={key}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-3 bg-warning-soft px-4 py-3 text-md text-text-2 forced-colors:border"
            >
              <span className="flex min-w-0 flex-1 basis-52 gap-2.5">
                <Contrast
                  size={20}
                  strokeWidth={1.75}
                  aria-hidden="true"
                  className="mt-px shrink-0 text-warning-text"
                />
                {t[`${key}Hard`]}
              </span>
              {verdict?.better && (
                <Button size="sm" onClick={() => set({ [key]: verdict.better })}>
                  <span className="flex items-center gap-1.5">
                    {t.fix}
                    <svg
                      viewBox="0 0 14 14"
                      width="14"
                      height="14"
                      aria-hidden="true"
                      className="rounded-[3px]"
                    >
                      <rect width="14" height="14" fill={verdict.better} />
                    </svg>
                    <span translate="no" className="uppercase">
                      {verdict.better}
                    </span>
                  </span>
                </Button>
              )}
            </div>
          ))}
        </div>
      </Group>

      <Group title={t.widget}>
        <ImageField
          chatbot={chatbot}
          slot="launcherIcon"
          label={t.launcherIcon}
          url={chatbot.appearance.launcherIconUrl}
        />
        <ImageField
          chatbot={chatbot}
          slot="sendIcon"
          label={t.sendIcon}
          url={chatbot.appearance.sendIconUrl}
        />
        <ImageField
          chatbot={chatbot}
          slot="userAvatar"
          label={t.userAvatar}
          url={chatbot.appearance.userAvatarUrl}
        />
        <Choice
          label={t.position}
          help={t.positionHelp}
          value={appearance.position}
          options={optionsOf(['start', 'end'])}
          onChange={(position) => set({ position })}
        />
        <Choice
          label={t.size}
          value={appearance.size}
          options={optionsOf(['small', 'medium', 'large'])}
          onChange={(size) => set({ size })}
        />
        <Choice
          label={t.corners}
          value={appearance.corners}
          options={optionsOf(['round', 'soft', 'square'])}
          onChange={(corners) => set({ corners })}
        />
        <Choice
          label={t.theme}
          help={t.themeHelp}
          value={appearance.theme}
          options={optionsOf(['auto', 'light', 'dark'])}
          onChange={(theme) => set({ theme })}
        />
        <details className="group">
          <summary className="w-fit rounded-1 text-md font-medium text-text-2 hover:text-text">
            {t.advanced}
          </summary>
          <div className="pt-4">
            <NumberField
              label={t.zIndex}
              help={t.zIndexHelp}
              isWhole
              value={appearance.zIndex}
              isRight={(value) => Number.isInteger(value) && value <= maxZIndex}
              wrong={t.zIndexWrong}
              error={errors['appearance.zIndex']}
              onChange={(zIndex) => zIndex !== null && set({ zIndex })}
            />
          </div>
        </details>
      </Group>
    </div>
  );
}
