import {
  type Chatbot,
  type ImageSlot,
  removeChatbotImage,
  setChatbotImage,
} from '@parlance/contract/endpoints/chatbots';
import { limits } from '@parlance/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, ProblemError } from '../../../lib/calls/api.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { upload } from '../../../lib/calls/upload.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { chatbotQuery } from '../../chatbots/queries.ts';
import { visualTexts } from './texts.ts';

const photoTypes = ['image/png', 'image/jpeg'];

/** The reason why an image is refused, for people: the problem's detail is for programs. */
const reasonOf = (failure: unknown) =>
  failure instanceof ProblemError && failure.problem ? failure.problem.title : sentenceOf(failure);

/** Stores and removes an image of the chatbot; `share` is what has been sent of it, while it is sent. */
export function useImage(chatbotId: string, slot: ImageSlot, url: string | null) {
  const t = useTexts(visualTexts);
  const w = useTexts(words);
  const format = useFormat();
  const client = useQueryClient();
  const sending = useRef<AbortController>(undefined);
  const [share, setShare] = useState<number>();
  const [isRemoving, setIsRemoving] = useState(false);
  const [error, setError] = useState<string>();
  const takesSvg = slot !== 'avatar';
  const types = takesSvg ? [...photoTypes, 'image/svg+xml'] : photoTypes;
  useEffect(() => () => sending.current?.abort(), []);

  const keep = (changed: Chatbot) => {
    client.setQueryData(chatbotQuery(chatbotId).queryKey, changed);
    void client.invalidateQueries({ queryKey: ['chatbots', 'list'] });
  };

  /** The image that stands there now, for Undo; without it there is none. */
  const present = async (): Promise<Blob | undefined> => {
    if (!url) return undefined;
    const response = await fetch(url).catch(() => undefined);
    return response?.ok ? response.blob() : undefined;
  };

  const send = async (image: Blob, said: string, before?: Blob | null) => {
    const control = new AbortController();
    sending.current = control;
    setError(undefined);
    setShare(0);
    try {
      const form = new FormData();
      form.append('slot', slot);
      form.append('file', image);
      keep(
        await upload(setChatbotImage, {
          params: { chatbotId },
          bytes: form,
          signal: control.signal,
          onProgress: (sent) => setShare(Math.min(1, sent / Math.max(1, image.size))),
        }),
      );
      tell(said, before);
    } catch (failure) {
      if (!control.signal.aborted) setError(reasonOf(failure));
    } finally {
      setShare(undefined);
    }
  };

  const remove = async (before?: Blob) => {
    setError(undefined);
    setIsRemoving(true);
    try {
      keep(await call(removeChatbotImage, { params: { chatbotId, slot } }));
      tell(t.imageRemoved, before);
    } catch (failure) {
      setError(reasonOf(failure));
    } finally {
      setIsRemoving(false);
    }
  };

  /** Says how it went, with Undo. `before` null: there was nothing, and Undo removes. */
  const tell = (title: string, before: Blob | null | undefined) => {
    const run = () => void (before ? send(before, t.imageSaved) : remove());
    const action = before === undefined ? undefined : { label: w.undo, run };
    showToast({ tone: 'success', title, ...(action ? { action } : {}) });
  };

  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (!types.includes(file.type)) return setError(takesSvg ? t.wrongTypeSvg : t.wrongType);
    if (file.size > limits.imageBytes) return setError(t.tooLarge(format.size(file.size)));
    if (file.size === 0) return setError(t.emptyImage);
    await send(file, t.imageSaved, url ? await present() : null);
  };

  return {
    types,
    share,
    isRemoving,
    error,
    choose,
    cancel: () => sending.current?.abort(),
    remove: async () => remove(await present()),
  };
}
