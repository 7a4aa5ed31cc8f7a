import { useTexts } from '../../../../../lib/language/texts.ts';
import { PlanButton } from '../../../../../ui/buttons/PlanLink.tsx';
import { Alert } from '../../../../../ui/layout/Alert.tsx';
import { texts as listTexts } from '../../../texts.ts';

/** Why no further chatbot can be made, and what helps; nothing below the plan's limit. */
export function useLimitReached(limit: number | undefined) {
  const t = useTexts(listTexts);
  if (limit === undefined) return undefined;
  return {
    content: <Alert tone="warning">{t.limitReached(limit)}</Alert>,
    action: <PlanButton look="primary" limit="chatbots" />,
  };
}
