import { parseSync, Visitor } from 'oxc-parser';

const maxFileLines = 400;
const maxFunctionLines = 150;

/** Tables of words and printed types: long because there is much of one kind. */
const tables = new Set(['contract/src/errors.ts', 'server/src/db/types.ts']);

/** What is too long to be read at once: the file, and each of its functions. */
export function overlongCode(file: string, code: string): string[] {
  if (tables.has(file)) return [];
  const lineAt = (offset: number) => code.slice(0, offset).split('\n').length;
  const refusals: string[] = [];
  const lines = lineAt(code.trimEnd().length);
  if (lines > maxFileLines)
    refusals.push(`${file}: ${lines} lines, of at most ${maxFileLines}; split it by what it holds`);
  const measure = ({ start, end }: { start: number; end: number }) => {
    const length = lineAt(end) - lineAt(start) + 1;
    if (length > maxFunctionLines)
      refusals.push(
        `${file}:${lineAt(start)}: a function of ${length} lines, of at most ${maxFunctionLines}; split it`,
      );
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(file, code).program);
  return refusals;
}
