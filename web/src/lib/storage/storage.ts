/** Storage that may be refused (private windows, full disks): then nothing is remembered and nothing breaks. */
export interface Keeper {
  read(key: string): string | null;
  write(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
}

function createKeeper(storage: () => Storage): Keeper {
  return {
    read(key) {
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        storage().setItem(key, value);
      } catch {
        // Refused or full: the choice holds for this page only.
      }
    },
    remove(key) {
      try {
        storage().removeItem(key);
      } catch {
        // Nothing was kept, so nothing is left behind.
      }
    },
    keys() {
      try {
        return Object.keys(storage());
      } catch {
        return [];
      }
    },
  };
}

export const localKeeper = createKeeper(() => window.localStorage);
export const sessionKeeper = createKeeper(() => window.sessionStorage);

/** Set while files wait in the browser's database: who has none need not open it. */
export const keptFilesKey = 'kept_files';
