import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import * as z from 'zod/mini';

/** An organisation's identity provider, as the operator names it. */
export interface SamlProvider {
  id: string;
  /** Lower case; whose addresses sign in by it. */
  domains: readonly string[];
  /** Its metadata, or where they are to be had. */
  metadata: { text: string } | { address: string };
}

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

const providersFile = z
  .array(
    z.strictObject({
      id: z
        .string()
        .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'an id is letters, digits, hyphens; a UUID by custom')),
      domains: z
        .array(
          z
            .string()
            .check(
              z.trim(),
              z.toLowerCase(),
              z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'a domain is like example.org'),
            ),
        )
        .check(z.minLength(1)),
      metadata: z.string().check(z.minLength(1)),
    }),
  )
  .check(
    z.refine((list) => isUnique(list.map(({ id }) => id)), { error: 'an id is listed twice' }),
    z.refine((list) => isUnique(list.flatMap(({ domains }) => domains)), {
      error: 'a domain is listed twice',
    }),
  );

/** The providers of `SAML_PROVIDERS`, with metadata files read; throws an error whose message says what is wrong. */
export function readSamlProviders(file: string | undefined): readonly SamlProvider[] {
  if (file === undefined) return [];
  const parsed = providersFile.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error([...(issue?.path ?? []), issue?.message].join(' '));
  }
  return parsed.data.map(({ id, domains, metadata }) => ({
    id,
    domains,
    metadata: /^https?:\/\//i.test(metadata)
      ? { address: metadata }
      : { text: readFileSync(resolve(dirname(file), metadata), 'utf8') },
  }));
}
