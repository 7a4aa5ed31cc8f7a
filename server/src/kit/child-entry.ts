import { once } from 'node:events';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';

const usageEveryMs = 500;

/**
 * The child's side of `runChild`: takes the input, and sends each value when the parent has room for it.
 * Standard output is nobody's: libraries write there as they like.
 */
export async function answerParent(
  work: (input: unknown, send: (value: unknown) => Promise<void>) => Promise<void>,
) {
  const channel = new Socket({ fd: 3, readable: false, writable: true });
  // The parent has gone, and with it the reason to work.
  channel.on('error', () => process.exit(1));
  const write = async (message: object) => {
    if (!channel.write(`${JSON.stringify(message)}\n`)) await once(channel, 'drain');
  };
  let toldAt = 0;
  await work(JSON.parse(await text(process.stdin)), async (value) => {
    const now = performance.now();
    // For systems where the parent can't look itself.
    if (now - toldAt > usageEveryMs) {
      toldAt = now;
      const { user, system } = process.cpuUsage();
      await write({ usage: { rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 } });
    }
    await write({ value });
  });
  await write({ done: true });
  channel.end();
}
