import { readdir, readFile } from 'node:fs/promises';

const sampleMs = 50;

/** The most resident memory that any child of this process has while it is watched; Linux only, else 0. */
export function watchChildren() {
  let peak = 0;
  let isRunning = true;
  const sample = async () => {
    const processes = await readdir('/proc').catch(() => []);
    for (const pid of processes.filter((name) => /^\d+$/.test(name) && Number(name) > process.pid - 1)) {
      const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
      if (Number(/PPid:\s+(\d+)/.exec(status)?.[1]) !== process.pid) continue;
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
