import { type RefObject, useEffect, useRef, useState } from 'react';
import { isTypedIn } from '../../../../lib/browser/shortcuts.ts';
import type { FullEditing } from '../../editing/use-editing.ts';
import type { Tab, useTab } from './use-tab.ts';

/** The tab on which a field can be mended. */
const tabOf = (path: string): Tab => {
  if (path === 'name' || path.startsWith('appearance')) return 'visual';
  return path.startsWith('allow') ? 'integration' : 'internal';
};

/** Saves, and after a refusal leads to what must be chosen (`asked` counts up) or to the first field to mend, on whatever tab it is. */
export function useSaving(
  editing: FullEditing,
  { tabs, tab, show }: ReturnType<typeof useTab>,
  content: RefObject<HTMLElement | null>,
) {
  const [refusals, setRefusals] = useState(0);
  const attended = useRef(0);
  const [asked, setAsked] = useState(0);

  const save = async () => {
    const isSaved = await editing.save();
    if (!isSaved) setRefusals((before) => before + 1);
    return isSaved;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, when its tab stands
  useEffect(() => {
    if (refusals === attended.current) return;
    const wrong = Object.keys(editing.errors).map(tabOf);
    const home = wrong[0] === undefined || wrong.includes(tab) ? tab : wrong[0];
    if (editing.both.length === 0 && home !== tab && tabs.includes(home)) return show(home);
    attended.current = refusals;
    if (editing.both.length > 0) setAsked(refusals);
    else content.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals, tab]);

  const hasConflicts = editing.both.length > 0;
  useEffect(() => {
    if (!hasConflicts) setAsked(0);
  }, [hasConflicts]);

  return { save, asked };
}

/** Control or Command with S, Z and Y. */
export function useEditingShortcuts(editing: FullEditing, save: () => Promise<boolean>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if (key === 's' && !event.shiftKey) {
        event.preventDefault();
        if (editing.isDirty) void save();
      } else if ((key === 'z' || key === 'y') && !isTypedIn(event.target)) {
        event.preventDefault();
        if (key === 'y' || event.shiftKey) editing.redo();
        else editing.undo();
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
