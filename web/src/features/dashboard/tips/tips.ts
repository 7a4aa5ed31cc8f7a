import type { Setup, Usage } from '@parlance/contract/endpoints/usage';
import { shareOf } from '../quota.ts';

/** What advice depends on. */
export interface Standing {
  setups: readonly Setup[];
  usage: Pick<Usage, 'message' | 'storage'>;
  /** Whether no model is connected. */
  isQuoting: boolean;
  /** Times that visitors asked in vain. */
  unanswered: number;
  /** Whether the card of the first steps stands above, which says the first things itself. */
  isFirstDays: boolean;
}

export type TipKind =
  | 'failedSource'
  | 'noSource'
  | 'untested'
  | 'notInstalled'
  | 'storageFilling'
  | 'unanswered'
  | 'noContact'
  | 'noChecks'
  | 'noCap'
  | 'noCrawl'
  | 'quoting'
  | 'citations';

export interface Tip {
  kind: TipKind;
  /** The chatbot that it is about. */
  name: string;
  /** Where one follows it; nothing where there is nothing to do. */
  to: string | undefined;
}

/** From this share on storage is worth a thought; the alert at 80 % says more. */
const fillingShare = 0.6;

const sourcesOf = ({ id }: Setup) => `/chatbots/${id}/data-sources`;
const settingsOf = ({ id }: Setup) => `/chatbots/${id}/personnaliser`;

/** Advice about the first chatbot that lacks something. */
const ofChatbot =
  (kind: TipKind, lacks: (setup: Setup) => boolean, to: (setup: Setup) => string): Rule =>
  ({ setups, isFirstDays }) => {
    const setup = isFirstDays ? undefined : setups.find(lacks);
    return setup && { kind, name: setup.name, to: to(setup) };
  };
const ofAccount =
  (kind: TipKind, holds: (standing: Standing) => boolean, to?: string): Rule =>
  (standing) =>
    holds(standing) ? { kind, name: '', to } : undefined;

type Rule = (standing: Standing) => Tip | undefined;

/** The most useful first: what keeps a chatbot from answering, from being met, from being trusted; then what is good to know. */
const rules: readonly Rule[] = [
  ofChatbot('noSource', ({ hasSource }) => !hasSource, sourcesOf),
  ofChatbot(
    'failedSource',
    ({ failedSource }) => failedSource !== null,
    (setup) => `${sourcesOf(setup)}?kind=${setup.failedSource}&status=error`,
  ),
  ofChatbot(
    'untested',
    ({ hasSource, isTested, hasVisitors }) => hasSource && !isTested && !hasVisitors,
    (setup) => `${sourcesOf(setup)}?test=1`,
  ),
  ofChatbot(
    'notInstalled',
    ({ platform, hasSource, isTested, hasVisitors, isInstalled }) =>
      platform === 'website' && hasSource && (isTested || hasVisitors) && !isInstalled,
    (setup) => `${settingsOf(setup)}?tab=integration`,
  ),
  ofChatbot(
    'noContact',
    ({ hasSource, hasContact }) => hasSource && !hasContact,
    (setup) => `${settingsOf(setup)}?tab=internal`,
  ),
  ofAccount(
    'storageFilling',
    ({ usage }) => shareOf(usage.storage) >= fillingShare && shareOf(usage.storage) < 0.8,
    '/pricing',
  ),
  ofChatbot(
    'noChecks',
    ({ hasSource, hasVisitors, hasChecks }) => hasSource && hasVisitors && !hasChecks,
    ({ id }) => `/summary?tab=checks&chatbot=${id}`,
  ),
  // The card that lists them says it first.
  ofAccount('unanswered', ({ unanswered }) => unanswered > 0, '/summary?tab=unanswered'),
  // One chatbot can't use up what another one needs.
  (standing) =>
    standing.usage.message.limit !== null &&
    standing.setups.length > 1 &&
    !standing.setups.some(({ hasCap }) => hasCap)
      ? ofChatbot(
          'noCap',
          ({ hasVisitors }) => hasVisitors,
          (setup) => `${settingsOf(setup)}?tab=internal`,
        )(standing)
      : undefined,
  ofChatbot(
    'noCrawl',
    ({ platform, hasSource, hasCrawl }) => platform === 'website' && hasSource && !hasCrawl,
    (setup) => `${sourcesOf(setup)}?kind=url`,
  ),
  ofAccount('quoting', ({ isQuoting }) => isQuoting),
  ofAccount('citations', () => true),
];

/** Advice that fits what an account has and has not done, the most useful first; there is always some. */
export const tipsFor = (standing: Standing): Tip[] => rules.flatMap((rule) => rule(standing) ?? []);
