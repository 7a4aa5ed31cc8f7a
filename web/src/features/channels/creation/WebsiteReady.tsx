import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../../lib/calls/config.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { texts as dialogTexts } from '../../chatbots/dialog-texts.ts';
import { PublicPage } from '../../customiser/integration/PublicPage.tsx';
import { Seen } from '../../customiser/integration/Seen.tsx';
import { SiteCode } from '../../customiser/integration/SiteCode.tsx';
import { texts as integrationTexts } from '../../customiser/integration/texts.ts';
import { Made } from './Made.tsx';
import { NextSteps } from './NextSteps.tsx';
import { creationTexts } from './texts.ts';

/** What to do with a chatbot that was just made: its code, its page, and whether a site has loaded it. */
export function WebsiteReady({ chatbot }: { chatbot: Chatbot }) {
  const t = useTexts(creationTexts);
  const i = useTexts(integrationTexts);
  const d = useTexts(dialogTexts);
  const { data: config } = useQuery(configQuery);
  const place = {
    origin: config?.url ?? location.origin,
    publicId: chatbot.publicId,
    name: chatbot.name,
  };
  return (
    <Made title={t.websiteReadyTitle(chatbot.name)} state="made">
      <div className="-mt-4 text-md text-text-2">
        <p>{t.websiteReady}</p>
        {config?.answers === 'quoted' && <p>{d.quoting}</p>}
      </div>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <SiteCode place={place} />
        <div className="flex min-w-0 flex-col gap-5">
          <div className="flex flex-col gap-2">
            <h3 className="text-md font-strong">{i.publicTitle}</h3>
            <PublicPage place={place} />
          </div>
          <div className="flex flex-col gap-2">
            <h3 className="text-md font-strong">{i.installedTitle}</h3>
            <Seen seenOn={chatbot.seenOn} />
          </div>
        </div>
      </div>
      <NextSteps chatbotId={chatbot.id} platform="website" />
    </Made>
  );
}
