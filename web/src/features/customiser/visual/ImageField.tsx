import {
  type Chatbot,
  type ImageSlot,
  removeChatbotImage,
  setChatbotImage,
} from '@parlance/contract/endpoints/chatbots';
import { limits } from '@parlance/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, ImagePlus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { call, ProblemError } from '../../../lib/calls/api.ts';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { upload } from '../../../lib/calls/upload.ts';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { chatbotQuery } from '../../chatbots/queries.ts';
import { visualTexts } from './texts.ts';

const photoTypes = ['image/png', 'image/jpeg'];

/** What is wrong with the image, for people: the problem's detail is for programs. */
const reasonOf = (failure: unknown) =>
  failure instanceof ProblemError && failure.problem ? failure.problem.title : sentenceOf(failure);

/** An image of the chatbot: stored as soon as it is chosen, and brought back by Undo. */
export function ImageField({
  chatbot,
  slot,
  label,
  url,
}: {
  chatbot: Chatbot;
  slot: ImageSlot;
  label: string;
  url: string | null;
}) {
  const t = useTexts(visualTexts);
  const w = useTexts(words);
  const format = useFormat();
  const client = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController>(undefined);
  const [share, setShare] = useState<number>();
  const [isRemoving, setIsRemoving] = useState(false);
  const [error, setError] = useState<string>();
  const id = useId();
  const takesSvg = slot !== 'avatar';
  const types = takesSvg ? [...photoTypes, 'image/svg+xml'] : photoTypes;
  const chatbotId = chatbot.id;
  useEffect(() => () => sending.current?.abort(), []);

  const keep = (changed: Chatbot) => {
    client.setQueryData(chatbotQuery(chatbotId).queryKey, changed);
    void client.invalidateQueries({ queryKey: ['chatbots', 'list'] });
  };

  /** What stands there now, for Undo; without it there is none. */
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

  /** `before` null: there was nothing, and Undo removes. */
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

  const isSending = share !== undefined;
  return (
    <fieldset className="flex min-w-0 gap-4" aria-describedby={`${id}-help`}>
      <legend className="visually-hidden">{label}</legend>
      <span
        className="flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-3 border border-line bg-sunken text-text-3"
        aria-hidden="true"
      >
        {url ? (
          <img src={url} alt="" className="size-full object-cover" />
        ) : (
          <ImagePlus size={22} strokeWidth={1.75} />
        )}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <span aria-hidden="true" className="text-sm font-medium text-text">
          {label}
        </span>
        <input
          ref={picker}
          type="file"
          accept={types.join(',')}
          className="hidden"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <div className="flex flex-wrap items-center gap-2">
          {isSending ? (
            <Button size="sm" onClick={() => sending.current?.abort()}>
              {t.cancel}
            </Button>
          ) : (
            <Button size="sm" onClick={() => picker.current?.click()}>
              {url ? t.replace : t.choose}
              <span className="visually-hidden"> ({label})</span>
            </Button>
          )}
          {url && !isSending && (
            <Button size="sm" look="quiet" busy={isRemoving} onClick={async () => remove(await present())}>
              {t.remove}
              <span className="visually-hidden"> ({label})</span>
            </Button>
          )}
          {isSending && (
            <span role="status" className="text-sm text-text-2 tabular">
              {t.sending(format.percent(share))}
            </span>
          )}
        </div>
        {error && (
          <p role="alert" className="flex gap-1.5 text-sm text-danger-text">
            <CircleAlert size={16} strokeWidth={1.75} className="mt-px shrink-0" aria-hidden="true" />
            {error}
          </p>
        )}
        <p id={`${id}-help`} className="text-sm text-text-3">
          {takesSvg ? t.imageHelp : t.avatarHelp}
        </p>
      </div>
    </fieldset>
  );
}
