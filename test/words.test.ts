import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const projectFolder = resolve(import.meta.dirname, '..');

/** Rejected terms, with the standard term or the actor that replaces them: the glossary of CONTRIBUTING.md. */
const termsOut: readonly { readonly pattern: RegExp; readonly instead: string; readonly except?: RegExp }[] =
  [
    {
      pattern: /[nN]obody|[sS]omebody|[wW]hoever|[aA]nybody|NOBODY/,
      instead: 'the actor: visitor, teacher, …',
    },
    {
      pattern: /\b(com|bring|came|brought)\w*\b.{0,20}\balive\b|is-?alive/i,
      instead: 'hydrate, useIsHydrated',
    },
    // A yes to a place is "remembered", which is a term of the product.
    {
      pattern: /\bremember|(Brief|Page|Count)Memory/i,
      instead: 'cache',
      except: /agreement|database\/tables\.ts|specification\.md/,
    },
    { pattern: /patien/i, instead: 'timeout, connection without timeout' },
    { pattern: /\bearly[- ]?(calls?|answers?)\b/i, instead: 'prefetch' },
    { pattern: /\bin slices\b/, instead: 'concurrent rendering' },
    { pattern: /\bfor who waits\b/, instead: 'loading message' },
    { pattern: /\bwakes? .{0,10}Intl\b/, instead: 'Intl start-up' },
    { pattern: /\bdeeds?\b/i, instead: 'action' },
    // The column `lot` of plan_rings keeps its name.
    { pattern: /\blots?\b(?!:)|LOT\b|[a-z]Lots?\b/, instead: 'batch' },
    { pattern: /\bheart\b|\bfarewell\b/, instead: 'heartbeat timed out; does not close its connection' },
    { pattern: /useBriefly|useFromThenOn/, instead: 'useTimedFlag, useLatch' },
    { pattern: /refuseSixth/, instead: 'assertBelowActiveLimit' },
  ];

/** Files that name the rejected terms. */
const glossary = ['CONTRIBUTING.md', 'test/words.test.ts'];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: projectFolder,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs|css|md)$/.test(path) && existsSync(join(projectFolder, path)))
  .filter((path) => !glossary.includes(path));

describe('words', () => {
  it('code, comments and documents use no rejected term', () => {
    expect(files.flatMap(termsOutOf)).toEqual([]);
  });

  it('texts of screens, messages and titles of tests name who acts', () => {
    const catalogues = /\/(i18n\/texts|domain\/src\/language\/packs)\//;
    const titles = /\b(it|test|describe)(\.\w+\([^)]*\))?\((['"`])(.*?)\3/g;
    const said = files.flatMap((path) => {
      const text = readFileSync(join(projectFolder, path), 'utf8');
      if (catalogues.test(path)) return [{ path, text }];
      return [...text.matchAll(titles)].map(([, , , , title = '']) => ({ path, text: title }));
    });
    expect(said.filter(({ text }) => /\b(no|some|any|every)body\b|\bwhoever\b/i.test(text))).toEqual([]);
  });

  it('distinguishes comments and identifiers from quoted text', () => {
    const code = "const patience = 'somebody'; // the visitor's: nobody\nfind(`anybody`); /* \"whoever\" */";
    expect(withoutQuotes(code, 'a.ts')).toBe(
      "const patience = ''; // the visitor's: nobody\nfind(''); /* \"whoever\" */",
    );
    expect(withoutQuotes('A plan, `in lots`: plan.test.ts › patience, in lots', 'a.md')).toBe('A plan, ``: ');
  });
});

function termsOutOf(path: string): string[] {
  const text = withoutQuotes(readFileSync(join(projectFolder, path), 'utf8'), path);
  const terms = termsOut.filter(({ except }) => !except?.test(path));
  return text
    .split('\n')
    .flatMap((line, index) =>
      terms.flatMap(({ pattern, instead }) =>
        [pattern.exec(line)?.[0] ?? []].flat().map((term) => `${path}:${index + 1}: ${term} (${instead})`),
      ),
    );
}

/** Removes strings from code, which leaves comments and identifiers, and quotes from documents. Lines keep their numbers. */
function withoutQuotes(text: string, path: string): string {
  const emptied = (quoted: string, quote: string) => quote + quoted.replace(/[^\n]/g, '') + quote;
  if (path.endsWith('.md')) {
    return text
      .replace(/```[\s\S]*?```|`[^`\n]*`/g, (code) => emptied(code, '`'))
      .replace(/[\w.-]+\.(test|spec)\.ts › [^;|\n]+/g, '');
  }
  const commentOrString =
    /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  return text.replace(commentOrString, (found, comment?: string) => comment ?? emptied(found, "'"));
}
