import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';

/**
 * `npm run check:house`: measures the source code, prints the figures and writes them into docs/architecture.md. They are for finding out
 * and no limits. Source is all tracked TypeScript except tests, the bench and scripts.
 */
const projectFolder = join(import.meta.dirname, '..');
const DOCUMENT = join(projectFolder, 'docs/architecture.md');
const [BEGIN, END] = ['<!-- figures of npm run check:house -->', '<!-- end of the figures -->'];

interface SourceFile {
  path: string;
  lines: number;
  /** Top-level functions, and constants that are functions. */
  functions: number;
  types: number;
  exports: { name: string; isFunction: boolean }[];
  imports: { path: string; names: string[] }[];
}

const tracked = execFileSync('git', ['ls-files'], { cwd: projectFolder, encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(tsx?|mjs|sql|css)$/.test(path) && existsSync(join(projectFolder, path)));
const isTest = (path: string) => /\.test\.tsx?$|\/testing\/|(^|\/)test\//.test(path);
const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');
const linesOf = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);

const sourcePaths = tracked.filter((path) => !isTest(path));
const files = sourcePaths.filter((path) => /^(apps|packages\/\w+\/src)\/.*\.tsx?$/.test(path)).map(parse);

function parse(path: string): SourceFile {
  const text = read(path);
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const declared = statements.flatMap(declarationsOf);
  const isExported = (statement: ts.Statement) =>
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  return {
    ...{ path, lines: text.split('\n').length - 1 },
    functions: declared.filter(({ isFunction }) => isFunction).length,
    types: statements.filter((each) => ts.isTypeAliasDeclaration(each) || ts.isInterfaceDeclaration(each))
      .length,
    exports: statements.filter(isExported).flatMap(declarationsOf),
    imports: statements.flatMap((statement) => importsOf(path, statement)),
  };
}

function declarationsOf(statement: ts.Statement): { name: string; isFunction: boolean }[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name)
        ? [{ name: name.text, isFunction: initializer !== undefined && ts.isFunctionLike(initializer) }]
        : [],
    );
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement);
  if (!isNamed || statement.name === undefined) return [];
  return [{ name: statement.name.text, isFunction: ts.isFunctionDeclaration(statement) }];
}

function importsOf(from: string, statement: ts.Statement): SourceFile['imports'] {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
  const specifier = statement.moduleSpecifier;
  if (!specifier || !ts.isStringLiteral(specifier)) return [];
  const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
  const elements = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
  const path = specifier.text.startsWith('.')
    ? normalize(join(dirname(from), specifier.text))
    : specifier.text.replace(/^@mutual-transfer\/(\w+)\/(.*)$/, 'packages/$1/src/$2.ts');
  return [{ path, names: elements.map(({ propertyName, name }) => (propertyName ?? name).text) }];
}

/** Returns the share of exported functions that exactly one other file imports. */
function usedByOneFile(): number {
  const users = new Map<string, number>();
  for (const { imports } of files)
    for (const { path, names } of imports)
      for (const name of names) users.set(`${path} ${name}`, (users.get(`${path} ${name}`) ?? 0) + 1);
  const counts = files.flatMap(({ path, exports }) =>
    exports.filter(({ isFunction }) => isFunction).map(({ name }) => users.get(`${path} ${name}`) ?? 0),
  );
  return counts.filter((count) => count === 1).length / counts.length;
}

function exportedTwice(): string[] {
  const names = files.flatMap(({ exports }) => exports.map(({ name }) => name));
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** Returns the rooms that have sub-folders, and those among them whose sub-folders import each other in a cycle. Files beside them do not count. */
function roomsWithFolders(): { all: string[]; cyclic: string[] } {
  const edges = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    const room = roomOf(path);
    if (room === undefined || !files.some((file) => folderOf(room, file.path) !== '')) continue;
    const left = edges.get(room) ?? new Set();
    edges.set(room, left);
    for (const target of imports.filter((each) => roomOf(each.path) === room)) {
      const [from, to] = [folderOf(room, path), folderOf(room, target.path)];
      if (from !== to && from !== '' && to !== '') left.add(`${from}→${to}`);
    }
  }
  const isCyclic = (left: Set<string>) => {
    let open = [...left].map((edge) => edge.split('→'));
    // Removes folders that import nothing; what remains is on a cycle, or imports one that is.
    for (let before = -1; before !== open.length; ) {
      before = open.length;
      open = open.filter(([, to]) => open.some(([from]) => from === to));
    }
    return open.length > 0;
  };
  const all = [...edges.keys()];
  return { all, cyclic: all.filter((room) => isCyclic(edges.get(room) ?? new Set())) };
}

function roomOf(path: string): string | undefined {
  return /^(?:apps|packages)\/\w+\/src\/[\w-]+(?=\/)/.exec(path)?.[0];
}

/** Returns the sub-folder of the room in which a file is: empty for a file beside them, or of another room. */
function folderOf(room: string, path: string): string {
  return path.startsWith(`${room}/`) && path.slice(room.length + 1).includes('/')
    ? (path.slice(room.length + 1).split('/')[0] ?? '')
    : '';
}

const sorted = files.map(({ lines }) => lines).toSorted((first, second) => first - second);
const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
const codeLines = sorted.reduce((sum, lines) => sum + lines, 0);
const perThousand = (count: (file: SourceFile) => number) =>
  ((1_000 * files.reduce((sum, file) => sum + count(file), 0)) / codeLines).toFixed(1);
const thousands = (number: number) => number.toLocaleString('en');
const ofCode = (path: string) => !path.endsWith('.css');
const rooms = new Set(files.flatMap(({ path }) => roomOf(path) ?? []));
const { all, cyclic } = roomsWithFolders();
const twice = exportedTwice();

const rows: [string, string][] = [
  ['source files (TypeScript, JavaScript, SQL)', thousands(sourcePaths.filter(ofCode).length)],
  ['source lines without tests', thousands(linesOf(sourcePaths.filter(ofCode)))],
  ['lines of tests', thousands(linesOf(tracked.filter(isTest).filter(ofCode)))],
  ['lines of CSS', thousands(linesOf(sourcePaths.filter((path) => path.endsWith('.css'))))],
  ['lines of a file of the product: median, 90th percentile', `${at(0.5)}, ${at(0.9)}`],
  ['top-level functions per 1,000 lines', perThousand(({ functions }) => functions)],
  ['exported functions with exactly one user file', `${Math.round(100 * usedByOneFile())} %`],
  ['types and interfaces per 1,000 lines', perThousand(({ types }) => types)],
  ['rooms of the server', String([...rooms].filter((room) => room.startsWith('apps/server/')).length)],
  ['rooms with sub-folders; of them with cycles between these', `${all.length}; ${cyclic.length}`],
  ['names exported twice', String(twice.length)],
];
for (const [name, value] of rows) console.info(`${name.padEnd(60)}${value}`);
console.info(`With cycles: ${cyclic.join(', ')}\nExported twice: ${twice.join(', ')}`);
const table = ['| figure | value |', '|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');
const document = readFileSync(DOCUMENT, 'utf8');
const [before = '', after = ''] = [document.split(BEGIN)[0], document.split(END)[1]];
writeFileSync(DOCUMENT, `${before}${BEGIN}\n${table}\n${END}${after}`);
