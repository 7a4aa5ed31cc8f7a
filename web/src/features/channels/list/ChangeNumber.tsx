import type { Channel } from '@parlance/contract/endpoints/channels';
import { useNavigate } from 'react-router';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { ChooseNumber } from '../creation/ChooseNumber.tsx';
import { listTexts } from './texts.ts';

/** A dialog for another of the business account's numbers. */
export function ChangeNumber({
  channel,
  numbers,
  onClose,
}: {
  channel: Channel;
  numbers: NonNullable<Channel['numbers']>;
  onClose: () => void;
}) {
  const t = useTexts(listTexts);
  const w = useTexts(words);
  const navigate = useNavigate();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.changeNumber}
      description={t.changeNumberDescription(channel.name)}
      closeLabel={w.close}
    >
      <ChooseNumber
        channel={channel}
        numbers={numbers}
        onChanged={() => {
          onClose();
          // Its steps are gone through anew.
          void navigate(`/channels?created=${channel.id}`);
        }}
      />
    </Dialog>
  );
}
