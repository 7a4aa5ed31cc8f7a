import { useRef } from 'react';
import { onDemand } from '../loading/OnDemand.tsx';
import type { DrawerProps } from './DrawerPanel.tsx';

const DrawerPanel = onDemand(() => import('./DrawerPanel.tsx').then((file) => file.DrawerPanel));

/** Slides in from the side of the page. Its code is fetched when the first one opens. */
export function Drawer(props: DrawerProps) {
  const wasOpened = useRef(false);
  wasOpened.current ||= props.open;
  const close = () => {
    wasOpened.current = false;
    props.onOpenChange(false);
  };
  return wasOpened.current && <DrawerPanel {...props} onFailed={close} />;
}
