import { lazy, Suspense, useRef } from 'react';
import type { DrawerProps } from './DrawerPanel.tsx';

const DrawerPanel = lazy(() => import('./DrawerPanel.tsx').then((file) => ({ default: file.DrawerPanel })));

/** Slides in from the side of the page. Its code is fetched when the first one opens. */
export function Drawer(props: DrawerProps) {
  const wasOpened = useRef(false);
  wasOpened.current ||= props.open;
  return <Suspense fallback={null}>{wasOpened.current && <DrawerPanel {...props} />}</Suspense>;
}
