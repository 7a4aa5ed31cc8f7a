import type { ComponentType } from 'react';
import { createStore, useStore } from '../../lib/storage/store.ts';
import type { TipName } from './tips/texts.ts';

/** The button that shows a tip; nothing until its code has come, or where the person wants no tips. */
export const tipButton = createStore<ComponentType<{ about: TipName }> | undefined>(undefined);

/** The place of a tip, as large with it as without, so that nothing moves when it comes. */
export function HelpTip({ about }: { about: TipName }) {
  const Button = useStore(tipButton);
  return (
    <span className="-my-1 inline-flex size-6 shrink-0 align-middle">
      {Button && <Button about={about} />}
    </span>
  );
}
