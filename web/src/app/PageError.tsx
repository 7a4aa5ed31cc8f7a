import { useTexts } from '../lib/texts.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';
import { texts } from './texts.ts';

/** A defect in a page: the frame stays, and so does everything saved. */
export function PageError() {
  const t = useTexts(texts);
  return (
    <Page>
      <h1 className="visually-hidden">{t.brokenTitle}</h1>
      <EmptyState
        title={t.brokenTitle}
        action={
          <Button look="primary" onClick={() => window.location.reload()}>
            {t.reload}
          </Button>
        }
      >
        {t.broken}
      </EmptyState>
    </Page>
  );
}
