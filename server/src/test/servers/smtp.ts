import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body as they came over the wire. */
  raw: string;
}

/** A real SMTP server on loopback that keeps what it is sent. */
export async function startSmtpServer(options: { user?: string; password?: string } = {}) {
  const mails: ReceivedMail[] = [];
  // A refusal for the next messages, as a server that is over its quota gives it.
  let refusals = 0;
  const server = new SMTPServer({
    disabledCommands: options.user ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    onAuth(auth, _session, done) {
      if (auth.username === options.user && auth.password === options.password)
        done(null, { user: auth.username });
      else done(new Error('Invalid credentials'));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals > 0) {
          refusals--;
          done(Object.assign(new Error('Mailbox busy'), { responseCode: 450 }));
          return;
        }
        const from = session.envelope.mailFrom;
        mails.push({
          from: from ? from.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const credentials = options.user ? `${options.user}:${options.password}@` : '';
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    mails,
    refuseNext(count: number) {
      refusals = count;
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
