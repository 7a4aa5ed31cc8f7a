import { Library, Palette } from 'lucide-react';
import { useTexts } from '../../../lib/language/texts.ts';
import { ButtonLink } from '../../../ui/buttons/Button.tsx';
import type { Platform } from '../../chatbots/platforms.ts';
import { creationTexts } from './texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Where one goes from a chatbot that was just made. */
export function NextSteps({ chatbotId, platform }: { chatbotId: string; platform: Platform }) {
  const t = useTexts(creationTexts);
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink look="primary" to={`/chatbots/${chatbotId}/data-sources`} icon={<Library {...icon} />}>
        {t.addSources}
      </ButtonLink>
      <ButtonLink to={`/chatbots/${chatbotId}/personnaliser`} icon={<Palette {...icon} />}>
        {t.customise}
      </ButtonLink>
      <ButtonLink look="quiet" to={`/channels?new=${platform}`}>
        {t.another}
      </ButtonLink>
    </div>
  );
}
