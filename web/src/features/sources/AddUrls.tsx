import { limits } from '@parlance/contract/limits';
import { useId, useRef } from 'react';
import { useForm } from '../../lib/form.ts';
import { sentenceOf } from '../../lib/refusal.ts';
import { useTexts } from '../../lib/texts.ts';
import { words } from '../../lib/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextArea } from '../../ui/TextInput.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useAddUrls } from './queries.ts';
import { texts } from './texts.ts';

const addressesIn = (text: string) => text.split(/\s+/).filter((line) => line !== '');

const isAddress = (text: string) => /^(https?:\/\/)?[^\s/:]+\.[^\s/]+|^https?:\/\/\S+/i.test(text);

export function AddUrls({ chatbotId, onClose }: { chatbotId: string; onClose: () => void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const formId = useId();
  const start = useRef({ addresses: '' });
  const add = useAddUrls(chatbotId);
  const form = useForm({
    initial: start.current,
    validate({ addresses }) {
      const typed = addressesIn(addresses);
      if (!typed.some(isAddress)) return { addresses: t.addressRequired };
      if (typed.length > limits.urlsPerRequest) return { addresses: t.tooMany(limits.urlsPerRequest) };
      return {};
    },
    async submit({ addresses }) {
      try {
        const { accepted, rejected } = await add.mutateAsync(addressesIn(addresses));
        if (accepted.length > 0) showToast({ tone: 'success', title: t.added(accepted.length) });
        if (rejected.length > 0) {
          form.set('addresses', rejected.map(({ name }) => name).join('\n'));
          return { addresses: rejected[0]?.message };
        }
        onClose();
        return undefined;
      } catch (error) {
        return { addresses: sentenceOf(error) };
      }
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.addUrlsTitle}
      description={t.addUrlsDescription}
      closeLabel={w.close}
      dirty={form.values.addresses.trim() !== ''}
      footer={
        <>
          <Button onClick={onClose}>{w.cancel}</Button>
          <Button look="primary" type="submit" form={formId} busy={form.busy}>
            {t.add}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.formProps}>
        <TextArea
          {...form.field('addresses')}
          label={t.addresses}
          placeholder={t.addressesExample}
          rows={5}
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
        />
      </form>
    </Dialog>
  );
}
