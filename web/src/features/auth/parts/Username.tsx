/** A hidden field that tells password managers whose password it is. */
export const Username = ({ email }: { email: string }) => (
  <input
    name="username"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
    className="visually-hidden"
  />
);
