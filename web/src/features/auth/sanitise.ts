const maxTypedLength = 10_000;

/**
 * An address as specification §5 cleans it: trimmed, without < > ' " and the strings javascript: and data:,
 * capped, lowercased. Repeated until nothing is left to remove, since a removal can join what remains.
 */
export function sanitiseEmail(typed: string): string {
  let email = typed;
  for (let before = ''; before !== email; ) {
    before = email;
    email = email
      .trim()
      .replace(/[<>'"]/g, '')
      .replace(/javascript:|data:/gi, '')
      .slice(0, maxTypedLength);
  }
  return email.toLowerCase();
}

/** Whether more than spaces and case changed: then the person must see the address before it is used. */
export const wasCleaned = (typed: string) => sanitiseEmail(typed) !== typed.trim().toLowerCase();

/** Whether a text looks like an address: something, an @, something with a dot. */
export const looksLikeEmail = (email: string) => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(email);
