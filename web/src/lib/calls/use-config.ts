import type { PublicConfig } from '@parlance/contract/endpoints/operation';
import { useEffect } from 'react';
import { createStore, useStore } from '../storage/store.ts';
import { publicConfig } from './config.ts';

const configStore = createStore<PublicConfig | undefined>(undefined);

/** What the server tells everybody, once it is known; lighter than a query, for the first screen. */
export function useConfig(): PublicConfig | undefined {
  useEffect(() => {
    publicConfig().then(configStore.set, () => {
      // Who needs it says so when it fails again.
    });
  }, []);
  return useStore(configStore);
}
