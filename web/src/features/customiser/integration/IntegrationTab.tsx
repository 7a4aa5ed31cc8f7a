import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../../lib/calls/config.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { HelpTip } from '../../help/HelpTip.tsx';
import type { Editing } from '../editing/draft.ts';
import { Code } from './Code.tsx';
import { Domains } from './Domains.tsx';
import { Installed } from './Installed.tsx';
import { PublicPage } from './PublicPage.tsx';
import { SiteCode } from './SiteCode.tsx';
import { frameSnippet, inlineSnippet } from './snippets.ts';
import { texts } from './texts.ts';

/** How the chatbot gets onto a site, and whether it is there. */
export function IntegrationTab({ editing }: { editing: Editing }) {
  const t = useTexts(texts);
  const { data: config } = useQuery(configQuery);
  const { publicId, name } = editing.chatbot;
  const place = { origin: config?.url ?? location.origin, publicId, name };
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-5">
        <Card title={t.siteTitle} tip={<HelpTip about="snippet" />}>
          <SiteCode place={place} />
        </Card>
        <Card title={t.otherTitle}>
          <div className="flex flex-col gap-5">
            <section className="flex flex-col gap-2">
              <h3 className="text-md font-strong">{t.inlineTitle}</h3>
              <p className="text-md text-text-2">{t.inlineHelp}</p>
              <Code code={inlineSnippet(place)} />
            </section>
            <section className="flex flex-col gap-2">
              <h3 className="text-md font-strong">{t.frameTitle}</h3>
              <p className="text-md text-text-2">{t.frameHelp}</p>
              <Code code={frameSnippet(place)} />
            </section>
          </div>
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <Installed editing={editing} />
        <Domains editing={editing} />
        <Card title={t.publicTitle} tip={<HelpTip about="publicPage" />}>
          <PublicPage place={place} />
        </Card>
      </div>
    </div>
  );
}
