import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Linter } from 'eslint';
import regexp from 'eslint-plugin-regexp';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { findSlowText } from './expression-attacks.ts';

/**
 * Checks that text from outside meets no expression that backtracks more than linearly (ADR 28). A linter of
 * expressions reads each one of the product; what it doesn't see, repetitions of more than one letter, is tried with
 * worst cases made of the expression.
 */

const root = join(import.meta.dirname, '../..');
const folders = ['contract/src', 'server/src', 'web/src', 'widget/src'];
const isProduct = (name: string) => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$|(?:^|\/)test\//.test(name);

export interface Expression {
  place: string;
  source: string;
  flags: string;
}

/** Where an expression is put together: once, while its module is loaded, or each time. */
interface Built {
  place: string;
  isOnce: boolean;
}

const isRegExp = (node: Node) => node.type === 'Identifier' && node.name === 'RegExp';

export function findExpressions(file: string, code: string): { literals: Expression[]; built: Built[] } {
  const literals: Expression[] = [];
  const built: Built[] = [];
  const place = ({ start }: { start: number }) => `${file}:${code.slice(0, start).split('\n').length}`;
  let depth = 0;
  const enter = () => {
    depth++;
  };
  const leave = () => {
    depth--;
  };
  const build = (node: { callee: Node; start: number }) => {
    if (isRegExp(node.callee)) built.push({ place: place(node), isOnce: depth === 0 });
  };
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  new Visitor({
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    NewExpression: build,
    CallExpression: build,
    Literal(node) {
      if ('regex' in node)
        literals.push({ place: place(node), source: node.regex.pattern, flags: node.regex.flags });
    },
  }).visit(program);
  return { literals, built };
}

/** The expressions that a module puts together while it is loaded. */
async function collectBuilt(files: readonly string[]): Promise<Expression[]> {
  const found: Expression[] = [];
  const ours = globalThis.RegExp;
  globalThis.RegExp = new Proxy(ours, {
    construct(target, words, from) {
      const made = Reflect.construct(target, words, from) as RegExp;
      const frame = new Error().stack?.split('\n')[2] ?? '';
      const file = files.find((name) => frame.includes(name));
      if (file) found.push({ place: file, source: made.source, flags: made.flags });
      return made;
    },
  });
  try {
    for (const file of files) await import(pathToFileURL(join(root, file)).href);
  } finally {
    globalThis.RegExp = ours;
  }
  return found;
}

/** What the linter says of each expression that it refuses. */
export function judgeExpressions(expressions: readonly Expression[]): Map<Expression, string> {
  // A line each, so that a report's line names its expression; the code around them is in a language it cannot read.
  const code = expressions.map(({ source, flags }) => `''.replace(/${source}/${flags}, '');`).join('\n');
  const reports = new Linter().verify(code, {
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
    },
  });
  return new Map(reports.map(({ line, message }) => [expressions[line - 1] as Expression, message]));
}

async function check(): Promise<string[]> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { encoding: 'utf8', recursive: true })
      .map((name) => relative(root, join(root, folder, name)))
      .filter(isProduct),
  );
  const complaints: string[] = [];
  const expressions: Expression[] = [];
  const building: string[] = [];
  for (const file of files) {
    const { literals, built } = findExpressions(file, readFileSync(join(root, file), 'utf8'));
    expressions.push(...literals);
    for (const { place, isOnce } of built) {
      if (!isOnce)
        complaints.push(`${place}: built anew each time, so nobody can judge it. Write a literal, or code.`);
    }
    if (built.some(({ isOnce }) => isOnce)) building.push(file);
  }
  expressions.push(...(await collectBuilt(building)));
  const unique = [...new Map(expressions.map((own) => [`/${own.source}/${own.flags}`, own])).values()];
  const refused = judgeExpressions(unique);
  for (const expression of unique) {
    const why = refused.get(expression) ?? findSlowText(expression);
    if (why) complaints.push(`${expression.place}: /${expression.source}/${expression.flags}\n    ${why}`);
  }
  if (complaints.length === 0)
    console.log(`${unique.length} expressions, none of which backtracks for long.`);
  return complaints;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const complaints = await check();
  for (const complaint of complaints) console.log(complaint);
  process.exit(complaints.length > 0 ? 1 : 0);
}
