import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AnyEndpoint } from '../../contract/src/endpoint.ts';
import { environment } from '../../server/src/config.ts';
import { buildOpenApi } from '../../server/src/kit/http/openapi.ts';
import { protocolPaths } from '../../server/src/operation/openapi/protocols.ts';
import { type OpenApi, renderApi } from './api-page.ts';

/** Checks that the documentation is true as far as a program can tell; with `--write`, prints docs/api.md. */

const root = join(import.meta.dirname, '../..');

function markdownFiles(): string[] {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
  });
  return tracked
    .toString()
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));
}

const withoutBlocks = (text: string) => text.replace(/```[\s\S]*?```/g, '');
const withoutCode = (text: string) => withoutBlocks(text).replace(/`[^`\n]*`/g, '');

/** A heading's anchor: the one that is written behind it, or as the places that show Markdown name it. */
const anchorOf = (heading: string) =>
  /<a id="([^"]+)"><\/a>$/.exec(heading)?.[1] ??
  heading
    .replace(/[`*_]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-');

export function findBrokenLinks(
  file: string,
  text: string,
  read: (path: string) => string | undefined,
): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)].flatMap(([, target = '']) => {
    // Elsewhere, or an address of the running program's own.
    if (/^(?:[a-z]+:|\/)/i.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    const place = path === '' ? file : relative('.', join(dirname(file), path));
    const found = read(place);
    if (found === undefined) return [`${file}: ${target} leads nowhere`];
    if (anchor === undefined || !place.endsWith('.md')) return [];
    const headings = [...withoutBlocks(found).matchAll(/^#+\s+(.+)$/gm)].map(([, heading = '']) =>
      anchorOf(heading),
    );
    return headings.includes(anchor) ? [] : [`${file}: ${target} names no heading`];
  });
}

interface Variable {
  name: string;
  /** The variable's default; undefined where there is none, or where it depends on other variables. */
  fallback: string | undefined;
}

/** The variables without a row in the README's table, with its default, or without a line in .env.example. */
export function findUndocumented(variables: readonly Variable[], readme: string, example: string): string[] {
  const rows = readme.split('\n').filter((line) => /^\|\s*`[A-Z]/.test(line));
  const rowOf = (name: string) => rows.find((row) => row.split('|')[1]?.includes(`\`${name}\``));
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  );
  const known = new Set(variables.map(({ name }) => name));
  return [
    ...variables.flatMap(({ name, fallback }) => {
      const row = rowOf(name);
      const problems: string[] = [];
      if (!row) problems.push(`README.md: ${name} is missing from the table of variables`);
      else if (fallback !== undefined && !row.includes(fallback))
        problems.push(`README.md: the default of ${name} is ${fallback}`);
      if (!new RegExp(`^#?\\s*${name}=`, 'm').test(example))
        problems.push(`.env.example: ${name} is missing`);
      return problems;
    }),
    ...named.filter((name) => !known.has(name)).map((name) => `README.md: nothing reads ${name}`),
  ];
}

function variablesOf(): Variable[] {
  return Object.entries(environment).map(([name, schema]) => {
    const read = schema.safeParse(undefined);
    const value: unknown = read.success ? read.data : undefined;
    const isPlain = typeof value === 'string' || typeof value === 'number';
    return { name, fallback: isPlain ? String(value) : undefined };
  });
}

async function contractEndpoints(): Promise<AnyEndpoint[]> {
  const folder = join(root, 'contract/src/endpoints');
  const endpoints: AnyEndpoint[] = [];
  for (const name of readdirSync(folder, { encoding: 'utf8', recursive: true })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .sort()) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(folder, name)).href);
    for (const value of Object.values(exported)) {
      if (typeof value === 'object' && value !== null && 'method' in value && 'path' in value)
        endpoints.push(value as AnyEndpoint);
    }
  }
  return endpoints;
}

async function main(): Promise<void> {
  const page = renderApi(buildOpenApi(await contractEndpoints(), '', protocolPaths()) as unknown as OpenApi);
  const pageFile = join(root, 'docs/api.md');
  if (process.argv.includes('--write')) writeFileSync(pageFile, page);

  const read = (path: string) => {
    const full = join(root, path);
    if (!existsSync(full)) return undefined;
    return full.endsWith('.md') ? readFileSync(full, 'utf8') : '';
  };
  const problems = [
    ...markdownFiles().flatMap((file) => findBrokenLinks(file, readFileSync(join(root, file), 'utf8'), read)),
    ...findUndocumented(
      variablesOf(),
      read('README.md') ?? '',
      readFileSync(join(root, '.env.example'), 'utf8'),
    ),
    ...(read('docs/api.md') === page
      ? []
      : ['docs/api.md is not what the contract and the protocols say: run "npm run docs"']),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
