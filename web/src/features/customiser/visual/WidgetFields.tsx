import type { Appearance } from '@parlance/contract/endpoints/chatbots';
import { useTexts } from '../../../lib/language/texts.ts';
import type { Editing } from '../editing/draft.ts';
import { Choice } from '../fields/Choice.tsx';
import { NumberField } from '../fields/NumberField.tsx';
import { ImageField } from './ImageField.tsx';
import { visualTexts } from './texts.ts';

const maxZIndex = 2_147_483_647;

/** The pictures of the widget, its place and its form. */
export function WidgetFields({
  editing,
  onChange,
}: {
  editing: Editing;
  onChange: (part: Partial<Appearance>) => void;
}) {
  const t = useTexts(visualTexts);
  const { chatbot, draft, errors } = editing;
  const { appearance } = draft;
  const optionsOf = <
    T extends 'start' | 'end' | Appearance['size'] | Appearance['corners'] | Appearance['theme'],
  >(
    values: readonly T[],
  ) => values.map((value) => ({ value, label: t[value] }));
  return (
    <>
      <ImageField
        chatbot={chatbot}
        slot="launcherIcon"
        label={t.launcherIcon}
        url={chatbot.appearance.launcherIconUrl}
      />
      <ImageField chatbot={chatbot} slot="sendIcon" label={t.sendIcon} url={chatbot.appearance.sendIconUrl} />
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
        onChange={(position) => onChange({ position })}
      />
      <Choice
        label={t.size}
        value={appearance.size}
        options={optionsOf(['small', 'medium', 'large'])}
        onChange={(size) => onChange({ size })}
      />
      <Choice
        label={t.corners}
        value={appearance.corners}
        options={optionsOf(['round', 'soft', 'square'])}
        onChange={(corners) => onChange({ corners })}
      />
      <Choice
        label={t.theme}
        help={t.themeHelp}
        value={appearance.theme}
        options={optionsOf(['auto', 'light', 'dark'])}
        onChange={(theme) => onChange({ theme })}
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
            onChange={(zIndex) => zIndex !== null && onChange({ zIndex })}
          />
        </div>
      </details>
    </>
  );
}
