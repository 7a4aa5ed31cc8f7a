import type { Source } from '@parlance/contract/endpoints/sources';
import { onDemand } from '../../../../ui/loading/OnDemand.tsx';

const ChangeAnswer = onDemand(() =>
  import('../../../answers/writing/ChangeAnswer.tsx').then((file) => file.ChangeAnswer),
);
const AddUrls = onDemand(() => import('../../add-urls/AddUrls.tsx').then((file) => file.AddUrls));
const UploadDialog = onDemand(() =>
  import('../../uploads/UploadDialog.tsx').then((file) => file.UploadDialog),
);

/** The dialog in which sources of a kind are added. */
export function AddDialog({
  kind,
  chatbotId,
  onChooseFiles,
  onFiles,
  onClose,
}: {
  kind: Source['kind'];
  chatbotId: string;
  /** Opens the system's own dialog for files. */
  onChooseFiles: () => void;
  onFiles: (files: Iterable<File>) => void;
  onClose: () => void;
}) {
  if (kind === 'answer')
    return <ChangeAnswer writing={{ chatbotId, question: '', answer: '' }} onClose={onClose} />;
  if (kind === 'url') return <AddUrls chatbotId={chatbotId} onClose={onClose} />;
  return <UploadDialog chatbotId={chatbotId} onChoose={onChooseFiles} onFiles={onFiles} onClose={onClose} />;
}
