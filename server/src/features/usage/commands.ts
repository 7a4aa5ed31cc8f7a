import type { Command } from '../../operation/commands/command.ts';
import { verifyLedger as verify } from './verification/verify.ts';

export const verifyLedger: Command = {
  name: 'ledger verify',
  parameters: [],
  summary: 'Proves each running sum, cause and reservation against the ledger, while the program runs',
  async run(context, { say, signal }) {
    const { accounts, compared, differences, seconds } = await verify(context, say, signal);
    const counts = [...compared].map(([what, rows]) => `${rows} ${what}`);
    say(`${accounts} accounts: ${counts.join(', ')}; ${seconds.toFixed(1)} s`);
    say(differences === 0 ? 'The ledger is proven.' : `${differences} differences.`);
    return differences === 0 ? 0 : 1;
  },
};
