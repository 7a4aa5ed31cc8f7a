import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The least that can stand between a visitor and the model. */
const target = new URL(process.argv[2] ?? '');
const server = createServer((incoming, outgoing) => {
  const onward = ask(
    target,
    { method: 'POST', headers: { 'content-type': 'application/json' } },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'text/event-stream' });
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
