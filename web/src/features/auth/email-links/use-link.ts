import { useLocation } from 'react-router';
import { type ConfirmationLink, readLink } from '../../../lib/session/confirmation-link.ts';

/** What a mail or a provider brought here: handed over at the start, or still in the address where it is no secret. */
export function useLink(): ConfirmationLink {
  const { state, search, hash } = useLocation();
  return (state as { link?: ConfirmationLink } | null)?.link ?? readLink(search, hash);
}
