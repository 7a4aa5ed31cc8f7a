import { useUser } from '../../lib/session.ts';
import { useTexts } from '../../lib/texts.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { texts } from './texts.ts';

export function Dashboard() {
  const t = useTexts(texts);
  const user = useUser();
  return (
    <Page>
      <PageHead title={t.greeting((user.user_metadata.first_name as string | undefined) ?? '')} />
    </Page>
  );
}
