import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { useQuery } from '@tanstack/react-query';
import { Library, Palette } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { configQuery } from '../../lib/calls/config.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { ButtonLink } from '../../ui/buttons/Button.tsx';
import { texts as dialogTexts } from '../chatbots/dialog-texts.ts';
import { PublicPage } from '../customiser/integration/PublicPage.tsx';
import { Seen } from '../customiser/integration/Seen.tsx';
import { SiteCode } from '../customiser/integration/SiteCode.tsx';
import { texts as integrationTexts } from '../customiser/integration/texts.ts';
import { texts } from './texts.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What to do with a chatbot that was just made: its code, its page, and whether a site has loaded it. */
export function WebsiteReady({ chatbot, again }: { chatbot: Chatbot; again: string }) {
  const t = useTexts(texts);
  const i = useTexts(integrationTexts);
  const d = useTexts(dialogTexts);
  const { data: config } = useQuery(configQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const place = {
    origin: config?.url ?? location.origin,
    publicId: chatbot.publicId,
    name: chatbot.name,
  };
  return (
    <section className="flex flex-col gap-5 rounded-3 border border-accent-strong bg-surface p-4 shadow-1 md:p-5">
      <div className="flex flex-col gap-1">
        <h2 ref={heading} tabIndex={-1} className="display-type text-lg [overflow-wrap:anywhere]">
          {t.readyTitle(chatbot.name)}
        </h2>
        <p className="text-md text-text-2">{t.ready}</p>
        {config?.answers === 'quoted' && <p className="text-md text-text-2">{d.quoting}</p>}
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
      <div className="flex flex-wrap gap-3">
        <ButtonLink look="primary" to={`/chatbots/${chatbot.id}/data-sources`} icon={<Library {...icon} />}>
          {t.addSources}
        </ButtonLink>
        <ButtonLink to={`/chatbots/${chatbot.id}/personnaliser`} icon={<Palette {...icon} />}>
          {t.customise}
        </ButtonLink>
        <ButtonLink look="quiet" to={again}>
          {t.another}
        </ButtonLink>
      </div>
    </section>
  );
}
