import type { Appearance } from '@parlance/contract/endpoints/chatbots';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { ChatbotName, useNameRule } from '../../chatbots/parts/ChatbotName.tsx';
import type { Editing } from '../editing/draft.ts';
import { colourKeys, verdictOf } from '../palettes.ts';
import { ColourField } from './ColourField.tsx';
import { ContrastWarnings } from './ContrastWarnings.tsx';
import { ImageField } from './ImageField.tsx';
import { Palettes } from './Palettes.tsx';
import { visualTexts } from './texts.ts';
import { WidgetFields } from './WidgetFields.tsx';

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

  return (
    <div className="flex max-w-2xl flex-col gap-8">
      <Group title={t.identity} help={t.imagesHelp}>
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
        <Palettes appearance={appearance} onChange={set} />
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
        <ContrastWarnings appearance={appearance} onChange={set} />
      </Group>

      <Group title={t.widget}>
        <WidgetFields editing={editing} onChange={set} />
      </Group>
    </div>
  );
}
