import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { ExternalLink, Eye, Library } from 'lucide-react';
import { useTexts } from '../../../../lib/language/texts.ts';
import { Button, ButtonLink } from '../../../../ui/buttons/Button.tsx';
import { previewTexts } from '../../preview/texts.ts';
import { texts } from '../../texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Three of them leave room for the name, and share two lines on a phone. */
const action = 'max-xl:min-h-8 max-xl:px-3 max-xl:text-sm';

/** The ways out of the head: the preview, where it is not beside, the sources and the test page. */
export function HeadActions({
  chatbot,
  onPreview,
}: {
  chatbot: Chatbot;
  onPreview: (() => void) | undefined;
}) {
  const t = useTexts(texts);
  const p = useTexts(previewTexts);
  const isWebsite = chatbot.platform === 'website';
  return (
    <>
      {isWebsite && onPreview && (
        <Button className={action} icon={<Eye {...icon} />} aria-haspopup="dialog" onClick={onPreview}>
          {p.open}
        </Button>
      )}
      <ButtonLink className={action} to={`/chatbots/${chatbot.id}/data-sources`} icon={<Library {...icon} />}>
        {t.openSources}
      </ButtonLink>
      {isWebsite && (
        <ButtonLink
          className={action}
          to={`/embed/${chatbot.publicId}`}
          reloadDocument
          target="_blank"
          icon={<ExternalLink {...icon} />}
        >
          {t.openTest}
        </ButtonLink>
      )}
    </>
  );
}
