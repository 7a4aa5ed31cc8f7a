const pauseMs = 250;

/** Waits until words are typed: the next letter takes back what waits here. */
export const waitForTypingPause = (signal: AbortSignal) =>
  new Promise<void>((done, taken) => {
    const timer = setTimeout(done, pauseMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      taken(signal.reason);
    });
  });
