import {
  type FromPreview,
  type PreviewScene,
  previewWord,
  type ToPreview,
} from '@parlance/contract/display/preview';
import { answeringDraft, type Chatbot } from '@parlance/contract/endpoints/chatbots';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { ProblemError } from '../../../lib/calls/api.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { reportOutcome } from '../../../ui/toasts/toasts.ts';
import { testAnswer } from '../../answers/test-answer.ts';
import { changesOf, type Draft, draftOf } from '../editing/draft.ts';
import { previewTexts } from './texts.ts';

const answeringKeys = Object.keys(answeringDraft.shape) as (keyof Draft)[];

/** The unsaved part of how the chatbot answers. */
const unsavedOf = (chatbot: Chatbot, draft: Draft) =>
  Object.fromEntries(
    Object.entries(changesOf(draftOf(chatbot), draft)).filter(([key]) =>
      answeringKeys.includes(key as keyof Draft),
    ),
  );

/** Speaks with the preview in the frame: shows it each scene, and asks the chatbot what is asked in there. */
export function usePreviewPort(
  frame: RefObject<HTMLIFrameElement | null>,
  {
    chatbot,
    draft,
    scene,
    onSave,
    onFailed,
  }: {
    chatbot: Chatbot;
    draft: Draft;
    scene: PreviewScene;
    onSave: () => void;
    onFailed: () => void;
  },
) {
  const t = useTexts(previewTexts);
  const port = useRef<MessagePort>(undefined);
  const hasSpoken = useRef(false);
  const latest = useRef(scene);
  latest.current = scene;

  const answer = useEffectEvent(
    async (
      { ask, text, conversationId }: Extract<FromPreview, { type: 'ask' }>,
      control: AbortController,
    ) => {
      const tell = (message: ToPreview) => port.current?.postMessage(message);
      const body = { text, conversationId, draft: unsavedOf(chatbot, draft) };
      try {
        for await (const told of testAnswer(chatbot.id, body, control.signal)) {
          if (told.event === 'passages') continue;
          // The account opens its tests: there is no visitor, and no token to keep.
          if (told.event === 'meta')
            tell({ type: 'event', ask, event: { event: 'meta', data: { ...told.data, visitorToken: '' } } });
          else tell({ type: 'event', ask, event: told });
        }
        tell({ type: 'cut', ask });
        reportOutcome(t.refused).succeeded();
      } catch (error) {
        if (control.signal.aborted) return;
        const isRefused = error instanceof ProblemError && error.status > 0;
        // The widget speaks to visitors; its owner reads here why.
        reportOutcome(t.refused).failed(sentenceOf(error));
        tell(
          isRefused
            ? { type: 'refused', ask, code: error.code, retryAfter: error.retryAfterSeconds ?? 0 }
            : { type: 'cut', ask },
        );
      } finally {
        void queryClient.invalidateQueries({ queryKey: ['usage'] });
      }
    },
  );
  const save = useEffectEvent(onSave);
  const fail = useEffectEvent(onFailed);

  useEffect(() => {
    const running = new Map<number, AbortController>();
    const hear = (event: MessageEvent) => {
      const there = frame.current?.contentWindow;
      if (event.origin !== location.origin || !there || event.source !== there || event.data !== previewWord)
        return;
      hasSpoken.current = true;
      port.current?.close();
      const channel = new MessageChannel();
      port.current = channel.port1;
      channel.port1.onmessage = ({ data }: MessageEvent<FromPreview>) => {
        if (data.type === 'save') save();
        else if (data.type === 'failed') fail();
        else if (data.type === 'stop') running.get(data.ask)?.abort();
        else {
          const control = new AbortController();
          running.set(data.ask, control);
          void answer(data, control).finally(() => running.delete(data.ask));
        }
      };
      there.postMessage(previewWord, location.origin, [channel.port2]);
      channel.port1.postMessage({ type: 'scene', scene: latest.current } satisfies ToPreview);
    };
    window.addEventListener('message', hear);
    return () => {
      window.removeEventListener('message', hear);
      for (const [, control] of running) control.abort();
      port.current?.close();
      port.current = undefined;
    };
  }, [frame]);

  useEffect(() => {
    port.current?.postMessage({ type: 'scene', scene } satisfies ToPreview);
  }, [scene]);

  return {
    /** Called once the frame has loaded: a page of ours has spoken before that; what did not is no page of ours. */
    onLoad: () =>
      void setTimeout(() => {
        if (!hasSpoken.current) onFailed();
        hasSpoken.current = false;
      }),
  };
}
