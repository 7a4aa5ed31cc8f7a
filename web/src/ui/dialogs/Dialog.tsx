import { useRef } from 'react';
import { onDemand } from '../loading/OnDemand.tsx';
import type { DialogProps } from './DialogPanel.tsx';

const DialogPanel = onDemand(() => import('./DialogPanel.tsx').then((file) => file.DialogPanel));

/** A dialog; below 480 px a sheet. Its code is fetched when the first one opens. */
export function Dialog(props: DialogProps) {
  const wasOpened = useRef(false);
  wasOpened.current ||= props.open;
  const close = () => {
    wasOpened.current = false;
    props.onOpenChange(false);
  };
  return wasOpened.current && <DialogPanel {...props} onFailed={close} />;
}
