import './prepare.mjs';

await import(new URL('../dist/server/main.js', import.meta.url).href);

if (process.env.ROLE !== 'worker' && process.env.PORT !== '0') {
  const address = process.env.PUBLIC_URL || `http://localhost:${process.env.PORT || 3000}`;
  const mails = process.env.SMTP_URL ? '' : ` (its mails: ${address}/dev/mailbox)`;
  process.stderr.write(`Parlance is ready: ${address}${mails}\n`);
}
