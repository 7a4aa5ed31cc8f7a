import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { overlongCode } from './code-sizes.ts';
import { ownerExemptions } from './ownerless-queries.ts';
import { crowdedFolders, roomRefusal } from './rooms.ts';
import { findForeignTables, findUnownedTables, tableOwners } from './table-owners.ts';

/** Left to right: a server feature imports only from features left of it, and of those only `service.ts`. */
const ladder = [
  'auth',
  'realtime',
  'billing',
  'usage',
  'chatbots',
  'reading',
  'knowledge',
  'sources',
  'conversations',
  'summaries',
  'activity',
  'channels',
  'transfers',
  'privacy',
];

/** Top to bottom: a floor of the web app imports from itself and from floors below it; `app` frames features and knows none. */
const webFloors = ['main', 'routes', 'frames', 'app', 'features', 'ui', 'lib'];

/** Left to right: a feature of the web app imports only from features left of it. */
const webLadder = [
  'auth',
  'help',
  'profile',
  'settings',
  'answers',
  'chatbots',
  'customiser',
  'channels',
  'transfers',
  'sources',
  'conversations',
  'pricing',
  'audit',
  'dashboard',
];

/** What each floor of the house may know, beside itself. */
const floors: Record<string, { workspaces: string[]; packages?: RegExp; why: string }> = {
  contract: {
    workspaces: [],
    packages: /^zod(\/mini)?$/,
    why: 'the contract runs everywhere and knows only zod/mini',
  },
  server: { workspaces: ['contract'], why: 'the server and the browser meet in the contract' },
  web: { workspaces: ['contract'], why: 'the server and the browser meet in the contract' },
  widget: { workspaces: ['contract'], packages: /^$/, why: 'the widget loads nothing but itself' },
};

/** The only files that may open a connection, and to what; addresses that people typed go through safe-fetch (S4.1). */
const doors: Record<string, string> = {
  'server/src/kit/fetch/safe-fetch.ts': 'strangers’ pages',
  'server/src/kit/models/request.ts': 'the model the operator named',
  'server/src/features/auth/protocol/captcha.ts': 'the captcha provider the operator named',
  'server/src/features/auth/federation/provider-fetch.ts': 'the sign-in providers the operator named',
  'server/src/features/channels/platforms/call.ts': 'the platforms the operator named',
  'server/src/operation/public-config.ts': 'the country service the operator named',
};

/** The only files that may ask a model, and how what its provider sells there is charged: nothing is asked unmetered. */
const modelCalls: Record<string, string> = {
  'server/src/features/conversations/answering/model-answer.ts': 'set aside and settled with its answer',
  'server/src/features/conversations/answering/retrieval/reformulation.ts': 'set aside and settled by itself',
  'server/src/features/knowledge/search/search.ts': 'told to whoever has set it aside and settles it',
  'server/src/features/summaries/writing/asking.ts': 'set aside before, and settled with the summary',
  'server/src/features/sources/records/embedding-jobs.ts': 'the storage tokens, charged when it was read',
};

interface Import {
  from: string;
  /** A file of the house, or a package's name. */
  to: string;
  isFile: boolean;
  specifier: string;
}

const isTest = (file: string) =>
  /\.test\.tsx?$/.test(file) || /^(server|web|widget)\/(src\/)?test\//.test(file);

function sourcesOf(root: string): string[] {
  const found: string[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (/\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts')) found.push(path);
    }
  };
  for (const workspace of Object.keys(floors)) {
    try {
      walk(`${workspace}/src`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return found.sort();
}

const withoutComments = (text: string) => text.replace(/^\s*\/\/.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');

const importing = [
  /(?:^|[;\s])(?:import|export)\s[^'"();]*?\bfrom\s*['"]([^'"]+)['"]/g,
  /(?:^|[;\s])import\s*['"]([^'"]+)['"]/g,
  /\bimport\(\s*['"]([^'"]+)['"]/g,
];

function importsOf(root: string, file: string, text: string): Import[] {
  return importing.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, specifier = '']) => {
      const own = /^@parlance\/(\w+)\/(.+)$/.exec(specifier);
      if (own) return { from: file, to: `${own[1]}/src/${own[2]}.ts`, isFile: true, specifier };
      if (specifier.startsWith('.')) {
        const to = relative(root, resolve(root, dirname(file), specifier.replace(/\?.*$/, '')));
        return { from: file, to: to.replaceAll('\\', '/'), isFile: true, specifier };
      }
      return { from: file, to: specifier, isFile: false, specifier };
    }),
  );
}

const workspaceOf = (file: string) => file.split('/')[0] ?? '';
const featureOf = (file: string) => /^(?:server|web)\/src\/features\/([^/]+)\//.exec(file)?.[1];
const webFloorOf = (file: string) =>
  webFloors.indexOf(/^web\/src\/(?:(\w+)\/|(\w+)\.tsx?$)/.exec(file)?.slice(1).find(Boolean) ?? '');

function refusalOf({ from, to, isFile, specifier }: Import): string | undefined {
  const workspace = workspaceOf(from);
  const floor = floors[workspace];
  if (!floor) return undefined;
  if (!isFile) {
    if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
      return workspace === 'server' ? undefined : 'this runs in a browser, where Node is not';
    }
    if (floor.packages && !floor.packages.test(specifier)) return floor.why;
    if (workspace === 'web' && specifier === 'zod') return 'zod/mini, for size';
    if (specifier === '@supabase/supabase-js') return 'auth-js and its sisters are imported singly, for size';
    return undefined;
  }
  const target = workspaceOf(to);
  if (target !== workspace) return floor.workspaces.includes(target) ? undefined : floor.why;
  if (isTest(to)) return 'the program does not know its tests';
  const room = roomRefusal(from, to);
  if (room) return room;
  if (workspace === 'server') return serverRefusal(from, to);
  if (workspace === 'web') return webRefusal(from, to);
  return undefined;
}

/** Why one feature may not import another, where a ladder says so. */
function stepRefusal(steps: readonly string[], feature: string, other: string): string | undefined {
  const [mine, theirs] = [steps.indexOf(feature), steps.indexOf(other)];
  if (mine < 0) return `“${feature}” has no place on the ladder (scripts/checks/boundaries.ts)`;
  if (theirs < 0) return `“${other}” has no place on the ladder (scripts/checks/boundaries.ts)`;
  if (theirs > mine)
    return `“${other}” stands right of “${feature}” on the ladder: ask from there, or compose above both`;
  return undefined;
}

function webRefusal(from: string, to: string): string | undefined {
  const [above, below] = [webFloorOf(from), webFloorOf(to)];
  if (above >= 0 && below >= 0 && below < above) return `${webFloors[above]} is below ${webFloors[below]}`;
  if (webFloors[above] === 'app' && webFloors[below] === 'features')
    return 'app frames features and knows none: frames.tsx hands it what stands in the frame';
  const [feature, other] = [featureOf(from), featureOf(to)];
  return feature && other && feature !== other ? stepRefusal(webLadder, feature, other) : undefined;
}

function serverRefusal(from: string, to: string): string | undefined {
  const [feature, other] = [featureOf(from), featureOf(to)];
  if (!feature) {
    const isBase = /^server\/src\/(kit|db)\//.test(from);
    if (other && isBase) return 'kit and db serve features and know none';
    if (isBase && /^server\/src\/(app|main)\.ts$/.test(to))
      return 'nothing imports the program that it is part of';
    return undefined;
  }
  if (/^server\/src\/(app|main)\.ts$/.test(to)) return 'app.ts composes features; none of them knows it';
  if (!other || other === feature) return undefined;
  const refusal = stepRefusal(ladder, feature, other);
  if (refusal) return refusal;
  if (!to.endsWith('/service.ts')) return `of another feature only service.ts, here ${to.split('/').at(-1)}`;
  return undefined;
}

function findCycles(imports: Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to, isFile } of imports) if (isFile) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) {
      cycles.push(
        `${[...path.slice(path.indexOf(file)), file].join(' → ')}: a circle; what both need belongs below both`,
      );
      return;
    }
    if (done.has(file)) return;
    for (const to of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return cycles;
}

function findBrokenHabits(file: string, text: string): string[] {
  if (workspaceOf(file) !== 'server' || isTest(file)) return [];
  const refusals: string[] = [];
  if (/\bprocess\.env\b/.test(text) && !/^server\/src\/(config|main|parlance)\.ts$/.test(file)) {
    refusals.push(`${file}: reads process.env, which config.ts alone does`);
  }
  const connects =
    /(?<![\w.])fetch\(|from 'undici'|^import (?!type\b)[^;]*\b(request|get|Agent)\b[^;]*from 'node:https?'/m;
  if (connects.test(text) && !(file in doors)) {
    refusals.push(`${file}: opens a connection of its own; the doors are ${Object.keys(doors).join(', ')}`);
  }
  if (
    /\b(?:\w*[mM]odel|chat|embeddings)(?:\?\.|!?\.)(?:stream|embed)\(/.test(text) &&
    !(file in modelCalls)
  ) {
    refusals.push(
      `${file}: asks a model; what is sold there must be charged: ${Object.keys(modelCalls).join(', ')}`,
    );
  }
  return refusals;
}

const doesWork = /^import \{[^}]*\bwork\b[^}]*\} from '[^']*\/kit\/jobs\/job\.ts'/m;

/** Whoever asks for a job imports its ticket: files that do jobs are known to each other, and to what lists them. */
function findImportedWork(imports: Import[], texts: ReadonlyMap<string, string>): string[] {
  const does = (file: string) => doesWork.test(texts.get(file) ?? '') && !file.startsWith('server/src/kit/');
  return imports
    .filter(({ from, to }) => does(to) && !does(from) && from !== 'server/src/app.ts' && !isTest(from))
    .map(({ from, specifier }) => `${from} → ${specifier}: does jobs; import the ticket that asks for one`);
}

/** The tables of the schema, and those whose rows belong to an account, as their columns say. */
function readTables(root: string): { all: string[]; owned: string[] } {
  let types = '';
  try {
    types = readFileSync(join(root, 'server/src/db/types.ts'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const rows = new Map(
    [...types.matchAll(/^export interface (\w+) \{\n([\s\S]*?)\n\}/gm)].map(([, name = '', body = '']) => [
      name,
      body,
    ]),
  );
  const tables = [...(rows.get('Tables') ?? '').matchAll(/(\w+): (\w+)/g)];
  const isOwned = ([, , row = '']: RegExpExecArray) => /\bowner_id:/.test(rows.get(row) ?? '');
  const names = (some: RegExpExecArray[]) => some.map(([, table = '']) => table);
  return { all: names(tables), owned: names(tables.filter(isOwned)) };
}

/** The functions of the database as files with their text. */
function readFunctions(root: string): Map<string, string> {
  const folder = 'server/src/db/functions';
  const files = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  return new Map(
    files.map((name) => {
      const text = readFileSync(join(root, folder, name), 'utf8');
      return [`${folder}/${name}`, text.replace(/--.*$/gm, '')];
    }),
  );
}

/** Queries, in the features' files and the database's functions, of tables that other features keep. */
function findStrayTables(
  root: string,
  files: ReadonlyMap<string, string>,
  owners: typeof tableOwners,
): string[] {
  const { all } = readTables(root);
  const asking = new Map([...files].filter(([file]) => !isTest(file)));
  for (const [file, text] of readFunctions(root)) asking.set(file, text);
  return [
    ...findForeignTables(asking, ladder, owners),
    ...(all.length > 0 ? findUnownedTables(all, owners) : []),
  ];
}

const declarations = /^(?=(?:export )?(?:const|let|async function\*?|function\*?|class|interface|type) )/m;

/** Functions of a feature that read or write what an account owns without naming the account. */
function ownerlessIn(text: string, tables: readonly string[]): string[] {
  if (tables.length === 0) return [];
  const any = tables.join('|');
  const asks = new RegExp(
    `(?:selectFrom|updateTable|deleteFrom|innerJoin|leftJoin)\\(\\s*['"\`](?:${any})\\b|\\b(?:from|join|update)\\s+(?:${any})\\b`,
  );
  return text
    .split(declarations)
    .filter((part) => asks.test(part) && !/owner_id|ownerId|\bowner\b/i.test(part))
    .map(
      (part) => /^(?:export )?(?:async )?(?:const|let|function\*?|class) (\w+)/.exec(part)?.[1] ?? 'its head',
    );
}

function findForgottenOwners(
  root: string,
  files: ReadonlyMap<string, string>,
  excused: typeof ownerExemptions,
): string[] {
  const { owned: tables } = readTables(root);
  const known = new Set(
    Object.values(excused).flatMap((files) =>
      Object.entries(files).flatMap(([file, names]) => names.map((name) => `${file} ${name}`)),
    ),
  );
  const found = new Set<string>();
  for (const [file, text] of files) {
    const [, feature] = /^server\/src\/features\/(.+)\.ts$/.exec(file) ?? [];
    if (feature === undefined || isTest(file)) continue;
    for (const name of ownerlessIn(text, tables)) found.add(`${feature} ${name}`);
  }
  const where = 'scripts/checks/ownerless-queries.ts';
  return [
    ...[...found]
      .filter((query) => !known.has(query))
      .map(
        (query) =>
          `${query}: asks for what an account owns without the account; name it, or say why in ${where}`,
      ),
    ...[...known]
      .filter((query) => !found.has(query))
      .map((query) => `${query}: stands in ${where} without need`),
  ];
}

/** Every import that the house forbids, each with the reason; nothing when all is well. */
export function checkBoundaries(root: string, excused = ownerExemptions, owners = tableOwners): string[] {
  const refusals: string[] = [];
  const imports: Import[] = [];
  const texts = new Map<string, string>();
  const files = sourcesOf(root);
  for (const file of files) {
    const code = readFileSync(join(root, file), 'utf8');
    const text = withoutComments(code);
    texts.set(file, text);
    refusals.push(...findBrokenHabits(file, text));
    const found = importsOf(root, file, text);
    imports.push(...found);
    if (isTest(file)) continue;
    refusals.push(...overlongCode(file, code));
    for (const one of found) {
      const why = refusalOf(one);
      if (why) refusals.push(`${one.from} → ${one.specifier}: ${why}`);
    }
  }
  return [
    ...refusals,
    ...crowdedFolders(files),
    ...findImportedWork(imports, texts),
    ...findForgottenOwners(root, texts, excused),
    ...findStrayTables(root, texts, owners),
    ...findCycles(imports),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const refusals = checkBoundaries(join(import.meta.dirname, '../..'));
  for (const refusal of refusals) console.error(refusal);
  if (refusals.length > 0) process.exit(1);
}
