type Load = () => Promise<unknown>;

let loaderOf: (path: string) => Load | undefined = () => undefined;

/** Registers what knows which file draws which address. */
export const providePrefetch = (find: (path: string) => Load | undefined) => {
  loaderOf = find;
};

/** Fetches a screen's code ahead: on hover, on focus, while the page starts. */
export function prefetch(path: string) {
  loaderOf(path)?.().catch(() => {
    // It will be fetched again, and fail aloud, when it is needed.
  });
}
