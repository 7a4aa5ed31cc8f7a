import { useState } from 'react';
import { useTexts } from '../../../../../lib/language/texts.ts';
import { ButtonLink } from '../../../../../ui/buttons/Button.tsx';
import { Segmented } from '../../../../../ui/fields/Segmented.tsx';
import { useCreation } from '../../../creation.ts';
import { texts } from '../../../dialog-texts.ts';
import { type Platform, platformNames, platforms } from '../../../platforms.ts';
import { texts as listTexts } from '../../../texts.ts';
import { useLimitReached } from './limit-reached.tsx';
import { NameDialog } from './NameDialog.tsx';

/** Creates a chatbot for a website and lands on its data sources; the other platforms have forms of their own. */
export function CreateChatbot({ limit, onClose }: { limit: number | undefined; onClose: () => void }) {
  const t = useTexts(texts);
  const l = useTexts(listTexts);
  const names = useTexts(platformNames);
  const create = useCreation();
  const limitReached = useLimitReached(limit);
  const [platform, setPlatform] = useState<Platform>('website');
  const choice = (
    <div className="flex flex-col items-start gap-1.5">
      <span aria-hidden="true" className="text-sm font-medium">
        {t.platform}
      </span>
      <Segmented
        label={t.platform}
        value={platform}
        onChange={setPlatform}
        options={platforms.map((value) => ({ value, label: names[value] }))}
      />
    </div>
  );
  return (
    <NameDialog
      title={l.createTitle}
      description={t.createDescription}
      action={l.create}
      initial=""
      draft="chatbot"
      busyText={t.creating}
      above={limit === undefined && choice}
      instead={
        limit !== undefined
          ? limitReached
          : platform === 'website'
            ? undefined
            : {
                content: <p className="text-md text-text-2">{t[`${platform}Elsewhere`]}</p>,
                action: (
                  <ButtonLink look="primary" to={`/channels?new=${platform}`}>
                    {t.toChannels}
                  </ButtonLink>
                ),
              }
      }
      onClose={onClose}
      submit={async (name) => {
        const refused = await create(name);
        if (!refused) onClose();
        return refused;
      }}
    />
  );
}
