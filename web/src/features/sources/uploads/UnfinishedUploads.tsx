import { useState } from 'react';
import { keptFilesKey, localKeeper } from '../../../lib/storage/storage.ts';
import { useStore } from '../../../lib/storage/store.ts';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { uploads } from './list.ts';

const UploadStrip = onDemand(() => import('./UploadStrip.tsx').then((file) => file.UploadStrip));

/** Files on their way, of this page or left behind by one that is gone. */
export function UnfinishedUploads() {
  const [wereKept] = useState(() => localKeeper.read(keptFilesKey) !== null);
  const isUploading = useStore(uploads).length > 0 || wereKept;
  return isUploading && <UploadStrip />;
}
