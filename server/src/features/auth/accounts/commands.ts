import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import type { Call, Command } from '../../../operation/commands/command.ts';
import { prepareCredentialChange } from '../credentials/changes.ts';
import { addressOfLink, issueOneTimeToken } from '../mails/one-time-tokens.ts';
import { type FoundUser, userByEmail, userForUpdate } from '../queries/accounts.ts';
import { deleteFactor, deleteRecoveryCodes, factorsOf, forgetWrongCodes } from '../queries/factors.ts';
import { deleteSessionsOf } from '../queries/sessions.ts';

/** The account that signs in with an address; none is told. People of an organisation's provider are let in by that. */
async function accountNamed(
  { db }: Context,
  email: string,
  say: Call['say'],
): Promise<FoundUser | undefined> {
  const user = await userByEmail(db, email.trim().toLowerCase());
  if (!user) say(`There is no account with the address ${email}.`);
  return user;
}

/**
 * Gives who runs the server the link that a mail would bring, for somebody whom no mail reaches: to be handed over by another
 * way. The password stays as it is until the link is used, which then is told as any change of it.
 */
export const resetPassword: Command = {
  name: 'admin reset-password',
  parameters: ['EMAIL'],
  summary: 'Prints a link, good once, at which whoever has this address sets a new password',
  async run(context, { args: [email = ''], say }) {
    const { config, db } = context;
    const user = await accountNamed(context, email, say);
    if (!user?.email) return 1;
    const { link } = await issueOneTimeToken(context, db, {
      userId: user.id,
      kind: 'recovery',
      email: user.email,
      flowStateId: null,
      signUpId: null,
    });
    const redirectTo = `${config.publicUrl}/reset-password`;
    say(`For ${Math.round(config.auth.otpSeconds / 60)} minutes, and once; give it to nobody else:`);
    say(addressOfLink(config.publicUrl, { link, type: 'recovery', redirectTo }));
    return 0;
  },
};

/**
 * Takes the second step away from an account whose authenticator and recovery codes are lost. It is told to its address, as any
 * removal, with a way back for a week; all sessions end.
 */
export const disableMfa: Command = {
  name: 'admin disable-mfa',
  parameters: ['EMAIL'],
  summary: 'Takes the second step of signing in away from an account, and ends its sessions',
  async run(context, { args: [email = ''], say }) {
    const user = await accountNamed(context, email, say);
    if (!user) return 1;
    const count = await transaction(context.db, async (db) => {
      await userForUpdate(db, user.id);
      const factors = await factorsOf(db, user.id);
      if (!factors.some(({ status }) => status === 'verified')) return 0;
      await prepareCredentialChange(context, db, {
        userId: user.id,
        change: 'factor_removed',
        details: { by: 'operator' },
      });
      for (const { id } of factors) await deleteFactor(db, user.id, id);
      await deleteRecoveryCodes(db, user.id);
      await forgetWrongCodes(db, user.id);
      await deleteSessionsOf(db, user.id);
      return factors.length;
    });
    say(
      count === 0
        ? `${email} signs in without a second step.`
        : `${email} signs in with the password alone from now on; its sessions have ended, and a mail tells of it.`,
    );
    return 0;
  },
};
