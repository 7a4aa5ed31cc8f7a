import { useTexts } from '../../lib/texts.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { AccountDeletion } from './AccountDeletion.tsx';
import { PersonalInformation } from './PersonalInformation.tsx';
import { Security } from './Security.tsx';
import { texts } from './texts.ts';

export function Profile() {
  const t = useTexts(texts);
  return (
    <Page className="gap-7">
      <PageHead title={t.title} description={t.lead} />
      <PersonalInformation />
      <Security />
      <AccountDeletion />
    </Page>
  );
}
