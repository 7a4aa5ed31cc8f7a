import { useTexts } from '../../../lib/language/texts.ts';
import { ButtonLink } from '../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../ui/layout/EmptyState.tsx';
import { texts } from '../texts.ts';

/** What stands in place of what only a chatbot fills. */
export function NoChatbot({ title }: { title: string }) {
  const t = useTexts(texts);
  return (
    <EmptyState
      title={title}
      action={
        <ButtonLink look="primary" to="/chatbots?create=1">
          {t.create}
        </ButtonLink>
      }
    />
  );
}
