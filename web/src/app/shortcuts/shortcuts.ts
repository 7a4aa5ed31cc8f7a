import { useEffect } from 'react';
import { onSingleKey } from '../../lib/browser/shortcuts.ts';
import { createStore } from '../../lib/storage/store.ts';

/** Whether the list of shortcuts is open. */
export const shortcutList = createStore(false);

/** `/` goes to the page's search, `?` lists what the keyboard can do. */
export function useShortcuts() {
  useEffect(
    () =>
      onSingleKey((key) => {
        if (key === '?') {
          shortcutList.set(true);
          return true;
        }
        const search = key === '/' ? document.querySelector<HTMLInputElement>('main [type=search]') : null;
        search?.focus();
        search?.select();
        return search !== null;
      }),
    [],
  );
}
