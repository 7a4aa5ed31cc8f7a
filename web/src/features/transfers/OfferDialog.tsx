import { type FormEvent, useId, useState } from 'react';
import { sentenceOf } from '../../lib/calls/refusal.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { words } from '../../lib/language/words.ts';
import { useFurtherPages } from '../../lib/queries/further-pages.ts';
import { useInfiniteQuery } from '../../lib/queries/query.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { Alert } from '../../ui/layout/Alert.tsx';
import { reportOutcome, showToast } from '../../ui/toasts/toasts.ts';
import { chatbotsQuery } from '../chatbots/queries.ts';
import { useOffer } from './queries.ts';
import { texts } from './texts.ts';

const isAddress = (typed: string) => /^[^\s@]{1,64}@[^\s@.]{1,63}(\.[^\s@.]{1,63}){1,8}$/.test(typed);

/** Offers a chatbot to an address. */
export function OfferDialog({ chatbotId, onClose }: { chatbotId: string; onClose: () => void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const form = useId();
  const [chosen, setChosen] = useState(chatbotId);
  const [email, setEmail] = useState('');
  const [isWrong, setWrong] = useState(false);
  const list = useInfiniteQuery(chatbotsQuery('', 'name'));
  useFurtherPages(list);
  const chatbots = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const name = chatbots.find(({ id }) => id === chosen)?.name;
  const offer = useOffer();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    setWrong(!isAddress(address));
    if (!isAddress(address) || name === undefined || offer.isPending) return;
    offer.mutate(
      { chatbotId: chosen, email: address },
      {
        onSuccess: () => {
          reportOutcome(t.sendFailed).succeeded();
          showToast({ tone: 'success', title: t.sent(name, address) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.offer}
      description={t.offerDescription}
      closeLabel={w.close}
      dirty={email !== ''}
      footer={
        <>
          <Button onClick={onClose}>{w.cancel}</Button>
          <Button
            look="primary"
            type="submit"
            form={form}
            busy={offer.isPending}
            disabled={list.isSuccess && chatbots.length === 0}
          >
            {t.send}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={send} className="flex flex-col gap-4">
        {list.isSuccess && chatbots.length === 0 ? (
          <Alert>{t.noChatbots}</Alert>
        ) : (
          <Select
            label={t.chatbot}
            value={chosen}
            onChange={setChosen}
            required
            options={[
              { value: '', label: t.chooseChatbot, disabled: true },
              ...chatbots.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        <TextInput
          label={t.email}
          type="email"
          autoComplete="off"
          required
          maxLength={255}
          value={email}
          onChange={setEmail}
          error={isWrong ? t.emailWrong : undefined}
        />
        {offer.isError && (
          <Alert tone="danger" live title={t.sendFailed}>
            {sentenceOf(offer.error)}
          </Alert>
        )}
      </form>
    </Dialog>
  );
}
