import type { User } from '@supabase/auth-js';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The name of a person: as they wrote it here, else as who signs them in says. */
export function nameOf({ user_metadata: said }: Pick<User, 'user_metadata'>) {
  return {
    first: text(said.first_name) || text(said.given_name),
    last: text(said.last_name) || text(said.family_name),
  };
}
