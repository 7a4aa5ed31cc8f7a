import { useTexts } from '../../../lib/language/texts.ts';
import { Page } from '../../../ui/layout/Page.tsx';
import { PageHead } from '../../../ui/layout/PageHead.tsx';
import { ApiKeys } from '../api-keys/ApiKeys.tsx';
import { AccountDeletion } from '../deletion/AccountDeletion.tsx';
import { PersonalInformation } from '../personal/PersonalInformation.tsx';
import { Security } from '../security/Security.tsx';
import { texts } from '../texts.ts';

export function Profile() {
  const t = useTexts(texts);
  return (
    <Page className="gap-7">
      <PageHead title={t.title} description={t.lead} />
      <PersonalInformation />
      <Security />
      <ApiKeys />
      <AccountDeletion />
    </Page>
  );
}
