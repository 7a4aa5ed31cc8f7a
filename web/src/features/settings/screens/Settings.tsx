import { useSearchParams } from 'react-router';
import { addressWith, oneOf } from '../../../lib/browser/address.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Page } from '../../../ui/layout/Page.tsx';
import { PageHead } from '../../../ui/layout/PageHead.tsx';
import { TabPanel, Tabs } from '../../../ui/layout/Tabs.tsx';
import { Appearance } from '../Appearance.tsx';
import { Notifications } from '../Notifications.tsx';
import { Privacy } from '../privacy/Privacy.tsx';
import { Rights } from '../rights/Rights.tsx';
import { texts } from '../texts.ts';

const tabs = ['notifications', 'appearance', 'privacy'] as const;

export function Settings() {
  const t = useTexts(texts);
  const [address, setAddress] = useSearchParams();
  const tab = oneOf(tabs, address.get('tab')) || tabs[0];
  return (
    <Page className="gap-7">
      <PageHead title={t.title} description={t.lead} />
      <Tabs
        label={t.tabs}
        value={tab}
        onChange={(next) => setAddress(addressWith(address, { tab: next }), { replace: true })}
        tabs={tabs.map((value) => ({ value, label: t[value] }))}
      >
        <TabPanel value="notifications">
          <Notifications />
        </TabPanel>
        <TabPanel value="appearance">
          <Appearance />
        </TabPanel>
        <TabPanel value="privacy">
          <Privacy />
        </TabPanel>
      </Tabs>
      <Rights />
    </Page>
  );
}
