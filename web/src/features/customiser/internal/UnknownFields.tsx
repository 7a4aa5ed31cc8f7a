import { writeUnknownReply } from '@parlance/contract/display/unknown-reply';
import { unknownReplies } from '@parlance/contract/endpoints/chatbots';
import { languages } from '@parlance/contract/i18n';
import { useId } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { HelpTip } from '../../help/HelpTip.tsx';
import type { Editing } from '../editing/draft.ts';
import { internalTexts } from '../internal-texts.ts';

/** What is said when the sources don't hold the answer, as the visitor will read it. */
export function UnknownFields({ editing }: { editing: Editing }) {
  const t = useTexts(internalTexts);
  const name = useId();
  const { draft, change, errors } = editing;
  const labels = { contact: t.sayContact, rephrase: t.sayRephrase, say: t.saySay };
  return (
    <Card title={t.unknown} tip={<HelpTip about="whenUnknown" />}>
      <div className="flex flex-col gap-5">
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1.5 text-sm font-medium text-text">{t.whenUnknown}</legend>
          {unknownReplies.map((value) => (
            <label key={value} className="flex min-h-8 items-center gap-2.5 text-md text-text-2 touch-target">
              <input
                type="radio"
                name={name}
                checked={draft.whenUnknown === value}
                onChange={() => change({ whenUnknown: value })}
                className="size-4.5 shrink-0 accent-accent-strong"
              />
              {labels[value]}
            </label>
          ))}
        </fieldset>
        <TextInput
          label={t.contact}
          value={draft.contact}
          onChange={(contact) => change({ contact })}
          error={errors.contact}
          placeholder={t.contactPlaceholder}
          help={draft.whenUnknown === 'contact' && draft.contact === '' ? t.contactMissing : t.contactHelp}
          maxLength={200}
          dir="auto"
          autoComplete="off"
        />
        <div className="flex flex-col gap-2">
          <p className="text-sm font-medium text-text">{t.visitorReads}</p>
          <ul className="flex flex-col gap-2">
            {languages.map((language) => (
              <li
                key={language}
                lang={language}
                className="speech w-fit max-w-full bg-sunken px-3.5 py-2.5 text-md text-text [--speech-size:var(--radius-3)] [overflow-wrap:anywhere]"
              >
                {writeUnknownReply(language, draft)}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );
}
