// `npm test` and its parts (check, unit, faults, e2e). Plain JavaScript for Node 20 and newer: it installs first.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build, install, node, projectFolder } from './install.mjs';

const bin = (/** @type {string} */ path) => join(projectFolder, 'node_modules', path);
const typeScript = bin('@typescript/native/bin/tsc');
const projects = [
  '.',
  'packages/domain',
  'packages/matching',
  'packages/demo',
  'apps/server',
  'apps/web',
  'apps/web/worker',
  'bench',
];

/** @typedef {{ name: string, command: string[], cwd?: string, report?: string }} Step */
/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} TestResult */
/** @typedef {{ name: string, message: string, assertionResults: TestResult[] }} FileResult */

/** @type {Record<string, () => Step[]>} */
const parts = {
  check: () => [
    { name: 'format and lint', command: [bin('@biomejs/biome/bin/biome'), 'check', '.'] },
    { name: 'route types', command: [bin('@react-router/dev/bin.cjs'), 'typegen'], cwd: 'apps/web' },
    ...projects.map((project) => ({ name: `types of ${project}`, command: [typeScript, '-p', project] })),
    {
      name: 'import directions',
      command: [
        bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
        '--config',
        '.dependency-cruiser.cjs',
        'apps',
        'packages',
      ],
    },
    { name: 'nothing unused', command: [bin('knip/bin/knip.js')] },
    { name: 'known advisories', command: [join(projectFolder, 'scripts/advisories.mjs')] },
  ],
  unit: () => [vitest('unit and API tests', '!faults')],
  faults: () => [vitest('tests of what may fail', 'faults')],
  e2e: () => [{ name: 'browser tests', command: [bin('@playwright/test/cli.js'), 'test'] }],
};

const [part, ...parameters] = process.argv.slice(2);
const chosen = part === undefined ? ['check', 'unit', 'faults', 'e2e'] : [part];

try {
  install();
  build();
  if (['unit', 'e2e'].some((name) => chosen.includes(name))) process.env.BROWSER_PATH = findBrowser();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const steps = chosen.flatMap((name) => parts[name]?.() ?? unknown(name));
const failed = steps.filter((step) => !succeeds(step));
for (const { name, report } of failed) console.error([`Failed: ${name}`, ...failuresIn(report)].join('\n  '));
console.info(`${steps.length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);

/** @param {string} name @param {string} project @returns {Step} */
function vitest(name, project) {
  const report = bin(`.cache/tests-${project.replace('!', 'all-but-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { name, command: [bin('vitest/vitest.mjs'), 'run', `--project=${project}`, ...reporters], report };
}

/**
 * The tests of a report that failed, each with the first line of why: the end of a long output names them again.
 * @param {string | undefined} report
 */
function failuresIn(report) {
  if (report === undefined || !existsSync(report)) return [];
  /** @type {{ testResults: FileResult[] }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message === '' ? [] : [`${name}: ${message}`]),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${name} › ${fullName}: ${failureMessages[0]?.split('\n')[0]}`),
  ]);
}

/** @param {Step} step */
function succeeds({ name, command, cwd = '.', report }) {
  console.info(`\n— ${name}`);
  if (report !== undefined) rmSync(report, { force: true });
  if (!existsSync(command[0] ?? '')) throw new Error(`${command[0]} is missing`);
  const { status } = spawnSync(node, [...command, ...parameters], {
    cwd: join(projectFolder, cwd),
    stdio: 'inherit',
  });
  return status === 0;
}

/** @param {string} name @returns {never} */
function unknown(name) {
  console.error(`There is no part ${name}: choose one of ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
