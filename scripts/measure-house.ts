import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/**
 * `npm run check:house`: measures the source code, prints the figures and writes them into docs/architecture.md.
 * Source files are all tracked TypeScript, JavaScript and SQL files except tests; functions are those with a body.
 */
const projectFolder = join(import.meta.dirname, '..');
const DOCUMENT = join(projectFolder, 'docs/architecture.md');
const BEGIN = '<!-- figures of npm run check:house -->';
const END = '<!-- end of the figures -->';

const branches = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
]);

interface FunctionFigures {
  readonly name: string;
  readonly lines: number;
  /** Cyclomatic complexity: one plus the number of branches. */
  readonly complexity: number;
}

/** Constructs counted per file in addition to functions. */
type Counted = 'casts' | 'nonNull' | 'any' | 'effects';

interface FileFigures {
  readonly path: string;
  readonly lines: number;
  readonly functions: FunctionFigures[];
  readonly counts: Record<Counted, number>;
  readonly ignores: number;
  readonly imports: string[];
}

const tracked = git('ls-files').filter((path) => existsSync(join(projectFolder, path)));
const isTest = (path: string) => /\.test\.tsx?$|\/testing\/|(^|\/)test\//.test(path);
const sources = tracked.filter((path) => !isTest(path));
const files = sources.filter((path) => /\.(ts|tsx|mjs|cjs)$/.test(path)).map(measureFile);

const rows = figures();
for (const [name, value] of rows) console.info(`${name.padEnd(58)}${value}`);
writeInto(DOCUMENT, rows);

function git(...parameters: string[]): string[] {
  const output = execFileSync('git', parameters, {
    cwd: projectFolder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return output.split('\n').filter((line) => line !== '');
}

function read(path: string): string {
  return readFileSync(join(projectFolder, path), 'utf8');
}

function linesOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);
}

function measureFile(path: string): FileFigures {
  const text = read(path);
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const counts: Record<Counted, number> = { casts: 0, nonNull: 0, any: 0, effects: 0 };
  const functions: FunctionFigures[] = [];
  const visit = (node: ts.Node): void => {
    const counted = countedAs(node);
    if (counted) counts[counted] += 1;
    if (ts.isFunctionLike(node) && 'body' in node && node.body) functions.push(measureFunction(source, node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return {
    path,
    lines: text.split('\n').length - 1,
    functions,
    counts,
    ignores: text.match(/(\/\/|\/\*)\s*(biome-ignore|@ts-(ignore|expect-error|nocheck))/g)?.length ?? 0,
    imports: importsOf(source, path),
  };
}

function countedAs(node: ts.Node): Counted | undefined {
  if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node)) {
    return ts.isConstTypeReference(node.type) ? undefined : 'casts';
  }
  if (ts.isNonNullExpression(node)) return 'nonNull';
  if (node.kind === ts.SyntaxKind.AnyKeyword) return 'any';
  const isEffect =
    ts.isCallExpression(node) &&
    ts.isIdentifier(node.expression) &&
    /^use(Layout|Insertion)?Effect$/.test(node.expression.text);
  return isEffect ? 'effects' : undefined;
}

function measureFunction(source: ts.SourceFile, node: ts.SignatureDeclaration): FunctionFigures {
  const line = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const name = node.name && ts.isIdentifier(node.name) ? node.name.text : 'a function';
  return {
    name: `${name} (${source.fileName})`,
    lines: line(node.end) - line(node.getStart(source)) + 1,
    complexity: 1 + branchesIn(node),
  };
}

/** Counts the branches of a function without those of functions nested in it. */
function branchesIn(node: ts.Node): number {
  let count = 0;
  ts.forEachChild(node, (child) => {
    if (branches.has(child.kind)) count += 1;
    if (!ts.isFunctionLike(child)) count += branchesIn(child);
  });
  return count;
}

/** Returns the project files that a file imports by a relative path, type imports included. */
function importsOf(source: ts.SourceFile, path: string): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const name = statement.moduleSpecifier;
    if (!name || !ts.isStringLiteral(name) || !name.text.startsWith('.')) return [];
    return [normalize(join(dirname(path), name.text))];
  });
}

/** Counts files on import cycles. Repeatedly removes files without remaining imports; the rest is on a cycle or imports a file on one. */
function filesOnCycles(): number {
  const left = new Map(files.map((file) => [file.path, file.imports]));
  for (;;) {
    const free = [...left].filter(([, imports]) => !imports.some((path) => left.has(path)));
    if (free.length === 0) return left.size;
    for (const [path] of free) left.delete(path);
  }
}

function figures(): [string, string][] {
  const functions = files.flatMap((file) => file.functions);
  const count = (what: Counted) => files.reduce((sum, file) => sum + file.counts[what], 0);
  const longest = functions.toSorted((first, second) => second.lines - first.lines)[0];
  return [
    ['source files', String(sources.filter((path) => /\.(ts|tsx|mjs|cjs|sql)$/.test(path)).length)],
    [
      'source lines without tests',
      thousands(linesOf(sources.filter((path) => /\.(ts|tsx|mjs|cjs|sql)$/.test(path)))),
    ],
    ['lines of tests', thousands(linesOf(tracked.filter((path) => isTest(path) && /\.tsx?$/.test(path))))],
    ['lines of CSS', thousands(linesOf(sources.filter((path) => path.endsWith('.css'))))],
    ['lines of a file: median, 90th percentile, longest', distribution(files.map(({ lines }) => lines))],
    [
      'lines of a function: median, 90th percentile, longest',
      distribution(functions.map(({ lines }) => lines)),
    ],
    ['longest function', longest?.name ?? ''],
    [
      'complexity of a function: median, 90th percentile, highest',
      distribution(functions.map(({ complexity }) => complexity)),
    ],
    ['casts (`as`, without `as const`)', String(count('casts'))],
    ['`!` after a value', String(count('nonNull'))],
    ['`any`', String(count('any'))],
    [
      'ignored findings of the linter or the compiler',
      String(files.reduce((sum, { ignores }) => sum + ignores, 0)),
    ],
    ['effects (`useEffect` and similar hooks)', String(count('effects'))],
    ['files in an import cycle, or that import one', String(filesOnCycles())],
  ];
}

function distribution(values: readonly number[]): string {
  const sorted = values.toSorted((first, second) => first - second);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return [at(0.5), at(0.9), at(1)].join(', ');
}

function thousands(value: number): string {
  return value.toLocaleString('en-US');
}

function writeInto(document: string, table: readonly [string, string][]): void {
  const text = readFileSync(document, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${document} lacks the two marks.`);
  const lines = ['| figure | value |', '|---|---|', ...table.map((row) => `| ${row.join(' | ')} |`)];
  writeFileSync(document, `${before}${BEGIN}\n${lines.join('\n')}\n${END}${after}`);
}
