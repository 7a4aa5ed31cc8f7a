import { useQuery } from '@tanstack/react-query';
import { configQuery } from '../../../../../lib/calls/config.ts';
import { useTexts } from '../../../../../lib/language/texts.ts';
import { ButtonLink } from '../../../../../ui/buttons/Button.tsx';
import { Alert } from '../../../../../ui/layout/Alert.tsx';
import { texts as listTexts } from '../../../texts.ts';

/** Why no further chatbot can be made, and what helps; nothing below the plan's limit. */
export function useLimitReached(limit: number | undefined) {
  const t = useTexts(listTexts);
  const { data: config } = useQuery(configQuery);
  if (limit === undefined) return undefined;
  return {
    content: <Alert tone="warning">{t.limitReached(limit)}</Alert>,
    action: config?.supportEmail && (
      <ButtonLink look="primary" to={`mailto:${config.supportEmail}`}>
        {t.writeUs}
      </ButtonLink>
    ),
  };
}
