import type { AnsweringDraft } from '@parlance/contract/endpoints/chatbots';
import type { AnswerMode, Citation } from '@parlance/contract/endpoints/embed';
import type { ConsideredPassage } from '@parlance/contract/endpoints/test-answers';
import type { FallbackReason, LedgerPart } from '@parlance/contract/endpoints/usage';
import type { LeftOut } from '@parlance/contract/left-out';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ProblemError } from '../../../lib/calls/api.ts';
import { testAnswer } from '../../answers/test-answer.ts';
import { changedPaths, type Draft, draftOf, type Editing } from '../editing/draft.ts';

/** The paths of a draft on which an answer depends. */
const answeringPaths: ReadonlySet<string> = new Set<keyof AnsweringDraft>([
  'systemMessage',
  'contact',
  'language',
  'timeZone',
  'tone',
  'answerLength',
  'whenUnknown',
  'model',
  'temperature',
]);

/** What is tried of the draft; undefined while it would answer as saved. */
export function trialInputOf({
  chatbot,
  draft,
}: Pick<Editing, 'chatbot' | 'draft'>): AnsweringDraft | undefined {
  const paths = changedPaths(draftOf(chatbot), draft).filter((path) => answeringPaths.has(path));
  if (paths.length === 0) return undefined;
  return Object.fromEntries(paths.map((path) => [path, draft[path as keyof Draft]])) as AnsweringDraft;
}

export interface TrialAnswer {
  text: string;
  state: 'waiting' | 'streaming' | 'done' | 'stopped' | 'failed';
  mode?: AnswerMode;
  citations: readonly Citation[];
  passages: readonly ConsideredPassage[];
  leftOut?: readonly LeftOut[];
  tokens?: number;
  parts?: readonly LedgerPart[];
  seconds?: number;
  fallback?: FallbackReason | undefined;
  error?: unknown;
}

export interface Trial {
  question: string;
  draft: AnsweringDraft | undefined;
  saved: TrialAnswer;
  edited?: TrialAnswer;
}

type Side = 'saved' | 'edited';
const emptyTrialAnswer: TrialAnswer = { text: '', state: 'waiting', citations: [], passages: [] };
export const isRunning = (tried: TrialAnswer | undefined) =>
  tried?.state === 'waiting' || tried?.state === 'streaming';

/** One question, answered as the chatbot is saved and, where that would differ, as it is edited. */
export function useTrial(chatbotId: string) {
  const client = useQueryClient();
  const [trial, setTrial] = useState<Trial>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const ask = (question: string, draft: AnsweringDraft | undefined) => {
    controller.current?.abort();
    const current = new AbortController();
    controller.current = current;
    const { signal } = current;
    setTrial({ question, draft, saved: emptyTrialAnswer, ...(draft ? { edited: emptyTrialAnswer } : {}) });
    const follow = async (side: Side) => {
      const change = (part: (before: TrialAnswer) => Partial<TrialAnswer>) => {
        // An older answer writes no more.
        if (controller.current !== current) return;
        setTrial((trial) => {
          const before = trial?.[side];
          return trial && before ? { ...trial, [side]: { ...before, ...part(before) } } : trial;
        });
      };
      const began = performance.now();
      let isDone = false;
      try {
        const body = { text: question, ...(side === 'edited' ? { draft } : {}) };
        for await (const told of testAnswer(chatbotId, body, signal)) {
          if (told.event === 'delta')
            change(({ text }) => ({ state: 'streaming', text: text + told.data.text }));
          else if (told.event === 'citations' || told.event === 'passages') change(() => told.data);
          else if (told.event === 'error')
            throw new ProblemError(told.data.code, told.data.status, { problem: told.data });
          else if (told.event === 'done') {
            isDone = true;
            const { mode, messageTokens: tokens, parts, fallback } = told.data;
            change(() => ({
              state: 'done',
              mode,
              tokens,
              parts,
              fallback,
              seconds: (performance.now() - began) / 1000,
            }));
          }
        }
        // A stream that ends without its last word was cut.
        if (!isDone) throw new ProblemError('network_error', 0);
      } catch (error) {
        change(() => (signal.aborted ? { state: 'stopped' } : { state: 'failed', error }));
      } finally {
        void client.invalidateQueries({ queryKey: ['usage'] });
      }
    };
    void follow('saved');
    if (draft) void follow('edited');
  };
  return { trial, ask, stop: () => controller.current?.abort() };
}
