import type { AnswerOf } from '@parlance/contract/endpoint';
import type { FallbackReason, listFallbacks, Usage } from '@parlance/contract/endpoints/usage';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { ButtonLink } from '../../../ui/buttons/Button.tsx';
import { PlanButton } from '../../../ui/buttons/PlanLink.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { alertTexts } from './texts.ts';

export type Fallback = AnswerOf<typeof listFallbacks>['items'][number];

/** Names that are written out; the rest are counted. */
const maxNames = 3;

/** What is used up or fails: one after another, each with its chatbots; a cap is a chatbot's own. */
function groupsOf(fallbacks: readonly Fallback[]): Fallback[][] {
  const groups = new Map<string, Fallback[]>();
  for (const fallback of fallbacks) {
    const isOwn = fallback.reason === 'daily_cap' || fallback.reason === 'monthly_cap';
    const key = isOwn ? `${fallback.reason} ${fallback.chatbot.id}` : fallback.reason;
    groups.set(key, [...(groups.get(key) ?? []), fallback]);
  }
  return [...groups.values()];
}

/** Chatbots that quote their sources instead of writing: which, since when, why, and what ends it. */
export function Fallbacks({ fallbacks, usage }: { fallbacks: readonly Fallback[]; usage: Usage }) {
  return groupsOf(fallbacks).map((group) => (
    <FallbackAlert key={`${group[0]?.reason} ${group[0]?.chatbot.id}`} group={group} usage={usage} />
  ));
}

function FallbackAlert({ group, usage }: { group: readonly Fallback[]; usage: Usage }) {
  const t = useTexts(alertTexts);
  const format = useFormat(usage.timeZone);
  const namesOf = (of: readonly Fallback[]) => {
    const names = of.slice(0, maxNames).map(({ chatbot }) => chatbot.name);
    return format.list(of.length > maxNames ? [...names, t.others(of.length - maxNames)] : names);
  };
  const [first] = group;
  if (!first) return null;
  const reason: FallbackReason = first.reason;
  const begun = group.map(({ since }) => since).toSorted()[0] ?? first.since;
  const answers = group.reduce((sum, fallback) => sum + fallback.answers, 0);
  const silent = group.filter(({ isSilent }) => isSilent);
  return (
    <Alert
      tone={silent.length > 0 ? 'danger' : 'warning'}
      title={t.quotes(namesOf(group), group.length)}
      action={
        reason === 'provider' ? undefined : reason === 'quota' ? (
          <PlanButton size="sm" limit="messageTokens" />
        ) : (
          <ButtonLink size="sm" to={`/chatbots/${first.chatbot.id}/personnaliser?tab=internal`}>
            {t.raiseCap}
          </ButtonLink>
        )
      }
    >
      {[
        t[reason](format.moment(begun), format.day(usage.renewsAt)),
        answers > 0 && t.answers(answers, format.number(answers)),
        silent.length > 0 && t.silent(namesOf(silent), silent.length),
      ]
        .filter(Boolean)
        .join(' ')}
    </Alert>
  );
}
