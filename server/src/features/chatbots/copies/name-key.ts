/** A name as it is compared: composed, case folded and with single spaces: "Accueil" takes " ACCUEIL ". */
export const nameKey = (name: string) =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase().toLowerCase();
