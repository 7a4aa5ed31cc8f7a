import { type ComponentType, createElement, useEffect, useState } from 'react';
import { runWhenIdle } from '../../lib/browser/when-idle.ts';

/** A part whose code is fetched once the screen around it has come to rest, and which it can stand without. */
export function onRest(load: () => Promise<ComponentType>) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, outside of components
  return function OnRest() {
    const [Part, setPart] = useState<ComponentType>();
    useEffect(
      () =>
        runWhenIdle(() =>
          load().then(
            (part) => setPart(() => part),
            () => {
              // Nobody has asked for it: the next page looks again.
            },
          ),
        ),
      [],
    );
    return Part && createElement(Part);
  };
}
