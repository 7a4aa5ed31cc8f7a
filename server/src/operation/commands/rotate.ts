import type { Context } from '../../context.ts';
import { renewKeyProof } from '../../kit/secrets/open.ts';
import { resealColumn, type SealedColumn } from '../../kit/secrets/resealing.ts';
import type { Command } from './command.ts';

/** What lies sealed, of every feature that seals: columns, and what stands in none. */
interface Sealed {
  columns: readonly SealedColumn[];
  others: readonly ((context: Context) => Promise<number>)[];
}

/** Seals everything anew under the newest key, so that the older ones may go. To be done once every process has it. */
export const rotateSecrets = ({ columns, others }: Sealed): Command => ({
  name: 'secrets rotate',
  parameters: [],
  summary: 'Seals what older keys of SECRET_KEY sealed under the newest one; then the older ones may go',
  async run(context, { say, signal }) {
    const { db, secrets, clock } = context;
    let count = 0;
    for (const column of columns) count += await resealColumn(context, column, signal);
    for (const other of others) count += await other(context);
    await renewKeyProof(db, secrets, clock());
    say(`${count} secrets were sealed anew: everything that is kept opens with the newest key alone.`);
    say(
      'Links in mails that were sent before, those that end such mails among them, still need the older ones.',
    );
    return 0;
  },
});
