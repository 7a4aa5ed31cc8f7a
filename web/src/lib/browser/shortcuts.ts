import { localKeeper } from '../storage/storage.ts';
import { createStore, useStore } from '../storage/store.ts';

const key = 'shortcuts';
const isOn = createStore(localKeeper.read(key) !== 'off');

/** Whether single keys do something: who dictates, or presses keys unawares, turns them off. */
export const useSingleKeys = () => useStore(isOn);

export function setSingleKeys(on: boolean) {
  if (on) localKeeper.remove(key);
  else localKeeper.write(key, 'off');
  isOn.set(on);
}

/** Whether an element takes letters: no key is a shortcut there. */
export const isTypedIn = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches(
    'input:not([type=checkbox], [type=radio], [type=color]), textarea, select, [contenteditable]',
  );

/** Listens to single keys pressed outside of fields and of what lies over the page. */
export function onSingleKey(act: (key: string) => boolean): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOn.get() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTypedIn(event.target) || document.querySelector('[role=dialog], [role=menu]')) return;
    if (act(event.key)) event.preventDefault();
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}
