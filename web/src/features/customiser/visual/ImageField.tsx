import type { Chatbot, ImageSlot } from '@parlance/contract/endpoints/chatbots';
import { CircleAlert, ImagePlus } from 'lucide-react';
import { useId, useRef } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { visualTexts } from './texts.ts';
import { useImage } from './use-image.ts';

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
  const format = useFormat();
  const picker = useRef<HTMLInputElement>(null);
  const id = useId();
  const { types, share, isRemoving, error, choose, cancel, remove } = useImage(chatbot.id, slot, url);
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
            <Button size="sm" onClick={cancel}>
              {t.cancel}
            </Button>
          ) : (
            <Button size="sm" onClick={() => picker.current?.click()}>
              {url ? t.replace : t.choose}
              <span className="visually-hidden"> ({label})</span>
            </Button>
          )}
          {url && !isSending && (
            <Button size="sm" look="quiet" busy={isRemoving} onClick={remove}>
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
          {slot === 'avatar' ? t.avatarHelp : t.imageHelp}
        </p>
      </div>
    </fieldset>
  );
}
