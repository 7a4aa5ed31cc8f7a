export type Form = { [name: string]: string | Form };

/** A body or query as Stripe's clients write it: `a[b][0][c]=…`. */
export function parseForm(body: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '');
    let place = form;
    for (const [at, part] of path.entries()) {
      const inner = place[part];
      if (at === path.length - 1) place[part] = value;
      else if (typeof inner === 'object') place = inner;
      else {
        const made: Form = {};
        place[part] = made;
        place = made;
      }
    }
  }
  return form;
}

/** A part of a form by its path; undefined where there is none. */
export function partOf(form: Form, ...path: string[]): string | undefined {
  let place: string | Form | undefined = form;
  for (const part of path) place = typeof place === 'object' ? place[part] : undefined;
  return typeof place === 'string' ? place : undefined;
}

/** All of the texts of a list or record. */
export const textsOf = (form: Form, name: string): string[] =>
  Object.values(typeof form[name] === 'object' ? (form[name] as Form) : {}).filter(
    (value): value is string => typeof value === 'string',
  );

export const metadataOf = (form: Form, name = 'metadata'): Record<string, string> => {
  const part = form[name];
  return typeof part !== 'object'
    ? {}
    : Object.fromEntries(
        Object.entries(part).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      );
};
