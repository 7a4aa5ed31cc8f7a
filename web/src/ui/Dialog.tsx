import { lazy, Suspense, useRef } from 'react';
import type { DialogProps } from './DialogPanel.tsx';

const DialogPanel = lazy(() => import('./DialogPanel.tsx').then((file) => ({ default: file.DialogPanel })));

/** A dialog; below 480 px a sheet. Its code is fetched when the first one opens. */
export function Dialog(props: DialogProps) {
  const wasOpened = useRef(false);
  wasOpened.current ||= props.open;
  return <Suspense fallback={null}>{wasOpened.current && <DialogPanel {...props} />}</Suspense>;
}
