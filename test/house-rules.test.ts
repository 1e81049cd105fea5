import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { environmentNames } from '../apps/server/src/platform/config.ts';

const projectFolder = resolve(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(projectFolder, path), 'utf8');

/** Paths of tracked and untracked files that git does not ignore, relative to the project's folder. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: projectFolder,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(projectFolder, path)));

const sources = files.filter((path) => /\.(ts|tsx|mjs)$/.test(path));
const documents = files.filter((path) => path.endsWith('.md'));
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);

describe('house rules', () => {
  it('only config.ts reads the environment of the server', () => {
    const readers = sources.filter(
      (path) =>
        path.startsWith('apps/server/src/') &&
        !/\.test\.ts$|\/testing\//.test(path) &&
        /process\.env/.test(read(path)),
    );
    expect(readers).toEqual(['apps/server/src/platform/config.ts']);
  });

  it('.env.example lists exactly what the configuration reads', () => {
    const listed = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(environmentNames.toSorted());
  });

  it('documents name only scripts that exist', () => {
    const named = documents.flatMap((path) =>
      [...read(path).matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name]) => ({ path, name })),
    );
    expect(named.filter(({ name }) => !scripts.includes(name ?? ''))).toEqual([]);
  });

  it('commands of documents name only tests that exist', () => {
    const tests = files.filter((path) => /\.(test|spec)\.tsx?$/.test(path));
    const missing = documents.flatMap((document) =>
      [...read(document).matchAll(/npm run (?:test:unit|e2e) -- (.*)$/gm)]
        .flatMap(([, words = '']) => words.replace(/[<#`].*$/, '').match(/[\w.-]+/g) ?? [])
        .filter(
          (word) => !word.startsWith('-') && word !== 'FILE' && !tests.some((path) => path.includes(word)),
        )
        .map((word) => `${document}: ${word}`),
    );
    expect(missing).toEqual([]);
  });

  it('the README names every script of package.json', () => {
    const text = read('README.md');
    const named = (name: string) => new RegExp(`npm (run (--silent )?)?${name}(?![\\w:-])`).test(text);
    expect(scripts.filter((name) => !named(name))).toEqual([]);
  });

  it('links between documents point to existing files', () => {
    const broken = documents.flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
        .map(([, target = '']) => join(dirname(path), target))
        .filter((target) => !existsSync(join(projectFolder, target)))
        .map((target) => `${path} → ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('documents name only files and folders that exist, by their whole path or its end', () => {
    const ofRoom = (path: string) =>
      path
        .replace(/^(server|web)\//, 'apps/$1/src/')
        .replace(/^(domain|matching|demo)\//, 'packages/$1/src/');
    const isEndOf = (end: string) => (file: string) =>
      end.endsWith('/') ? `/${file}`.includes(`/${end}`) : `/${file}`.endsWith(`/${end}`);
    const exists = (path: string) => [path, ofRoom(path)].some((end) => files.some(isEndOf(end)));
    const missing = documents.flatMap((document) =>
      [...read(document).matchAll(/`([\w./-]+(?:\.(?:tsx?|mjs|sql|css)|\/))`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !/^[./]/.test(path) && !exists(path))
        .map((path) => `${document}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('migrations have unique numbers, after that of the schema', () => {
    const numbers = files
      .filter((path) => /^apps\/server\/src\/platform\/database\/migrations\/.*\.sql$/.test(path))
      .map((path) => Number(/\/(\d{4})-[^/]*$/.exec(path)?.[1]));
    expect(numbers).toHaveLength(new Set(numbers).size);
    expect(numbers.filter((number) => number < 2)).toEqual([]);
  });

  it('the lock files name no registry', () => {
    const locks = files.filter((path) => path.endsWith('package-lock.json'));
    expect(locks).toContain('package-lock.json');
    expect(locks.filter((path) => /"resolved": "(https?|git)/.test(read(path)))).toEqual([]);
  });

  it('runtime dependencies have their line in a decision record', () => {
    const records = files
      .filter((path) => path.startsWith('docs/decisions/'))
      .map(read)
      .join('\n');
    const packages = files.filter((path) => /^(apps|packages)\/[^/]+\/package\.json$/.test(path));
    const dependencies = packages.flatMap((path) =>
      Object.keys((JSON.parse(read(path)) as { dependencies?: object }).dependencies ?? {}),
    );
    const ours = /^@mutual-transfer\//;
    const unrecorded = dependencies.filter((name) => !ours.test(name) && !records.includes(`\`${name}\``));
    expect([...new Set(unrecorded)]).toEqual([]);
  });

  it('tables of statements name only tests that exist', () => {
    const missing = documents.flatMap((document) =>
      [...read(document).matchAll(/([\w.-]+\.(?:test|spec)\.tsx?) › ([^;|\n]+)/g)]
        .filter(([, name, title = '']) => {
          const file = sources.find((path) => path.endsWith(`/${name}`));
          return file === undefined || !read(file).includes(title.trim());
        })
        .map(([row]) => `${document}: ${row.trim()}`),
    );
    expect(missing).toEqual([]);
  });

  it('every row of the specification has its test', () => {
    const rows = read('docs/specification.md')
      .split('\n')
      .filter((line) => line.startsWith('|') && !/^\|(-|\s*Statement)/.test(line));
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter((row) => !/\.(test|spec)\.tsx? › /.test(row))).toEqual([]);
  });

  it('every point of security has its test, or says why it has none', () => {
    const rows = read('docs/security.md')
      .split('\n')
      .filter((line) => line.startsWith('|') && !/^\|(-|\s*Point)/.test(line));
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter((row) => !/\.(test|spec)\.ts › |Not shown: \S/.test(row))).toEqual([]);
    const numbers = rows.flatMap((row) => /^\|\s*(\d+)\s/.exec(row)?.[1] ?? []);
    expect([...new Set(numbers)]).toEqual(Array.from({ length: 25 }, (_, index) => String(index + 1)));
  });
});
