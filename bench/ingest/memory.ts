import { readdir, readFile } from 'node:fs/promises';

const sampleMs = 50;

/** The most resident memory that any child of this process has while it is watched; Linux only, else 0. */
export function watchChildren() {
  let peak = 0;
  let isRunning = true;
  const sample = async () => {
    const threads = await readdir('/proc/self/task').catch(() => []);
    const lists = await Promise.all(
      threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'latin1').catch(() => '')),
    );
    for (const pid of lists.join(' ').trim().split(/\s+/)) {
      const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
      if (!/Name:\s+(node|MainThread)/.test(status)) continue;
      // The kernel keeps the highest mark itself.
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    }
  };
  const watching = (async () => {
    while (isRunning) {
      await sample();
      await new Promise((resolve) => setTimeout(resolve, sampleMs));
    }
  })();
  return {
    async stop(): Promise<number> {
      isRunning = false;
      await watching;
      return peak;
    },
  };
}
