// `npm test` and its parts (check, tests, e2e; unit and faults are parts of tests). Plain JavaScript for Node 20 and newer, because it installs the
// packages.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { build, install, node, projectFolder } from './install.mjs';
import { findProgram } from './programs.mjs';

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

/**
 * Stages of each part; the steps of a stage run concurrently.
 * @type {Record<string, () => Step[][]>}
 */
const parts = {
  check: () => [
    [
      { name: 'format and lint', command: [bin('@biomejs/biome/bin/biome'), 'check', '.'] },
      { name: 'route types', command: [bin('@react-router/dev/bin.cjs'), 'typegen'], cwd: 'apps/web' },
    ],
    [
      { name: 'known advisories', command: [join(projectFolder, 'scripts/advisories.mjs')] },
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
      ...projects.map((project) => ({ name: `types of ${project}`, command: [typeScript, '-p', project] })),
      { name: 'nothing unused', command: [bin('knip/bin/knip.js')] },
    ],
  ],
  // Concurrently, because tests of faults mostly wait, and the others use the processors meanwhile.
  tests: () => [[unitTests(), faultTests()]],
  unit: () => [[unitTests()]],
  faults: () => [[faultTests()]],
  e2e: () => [[{ name: 'browser tests', command: [bin('@playwright/test/cli.js'), 'test'] }]],
};

const [part, ...parameters] = process.argv.slice(2);
const chosen = part === undefined ? ['check', 'tests', 'e2e'] : [part];

try {
  install();
  if (chosen.some((name) => name !== 'check')) build();
  const needs = (/** @type {string[]} */ ...names) => names.some((name) => chosen.includes(name));
  if (needs('tests', 'unit', 'e2e')) process.env.BROWSER_PATH = findBrowser();
  if (needs('tests', 'unit')) findProgram('systemd-analyze');
  if (needs('tests', 'unit', 'faults')) findProgram('openssl');
  if (needs('tests', 'faults')) findProgram('nginx');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

// Compile cache, so that the processes that tests start compile each file once.
process.env.NODE_COMPILE_CACHE ??= bin('.cache/compiled');

const stages = chosen.flatMap((name) => parts[name]?.() ?? unknown(name));
/** @type {Step[]} */
const failed = [];
for (const stage of stages) failed.push(...(await failuresOf(stage)));
for (const { name, report } of failed) console.error([`Failed: ${name}`, ...failuresIn(report)].join('\n  '));
console.info(`${stages.flat().length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);

function unitTests() {
  return vitest('unit and API tests', '!faults');
}

function faultTests() {
  return vitest('tests of what may fail', 'faults');
}

/** @param {string} name @param {string} project @returns {Step} */
function vitest(name, project) {
  const report = bin(`.cache/tests-${project.replace('!', 'all-but-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { name, command: [bin('vitest/vitest.mjs'), 'run', `--project=${project}`, ...reporters], report };
}

/**
 * Returns the failed tests of a report, each with the first line of its error, to list them after a long output.
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

/**
 * Runs as many steps concurrently as there are processors.
 * @param {Step[]} stage
 */
async function failuresOf(stage) {
  const left = [...stage];
  /** @type {Set<Step>} */
  const failed = new Set();
  const work = async () => {
    for (let step = left.shift(); step; step = left.shift()) {
      if (!(await succeeds(step, step !== stage[0]))) failed.add(step);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return stage.filter((step) => failed.has(step));
}

/**
 * Runs a step. The first step of a stage prints its output at once, those beside it at their end.
 * @param {Step} step
 * @param {boolean} isBesideFirst
 */
async function succeeds({ name, command, cwd = '.', report }, isBesideFirst) {
  if (report !== undefined) rmSync(report, { force: true });
  if (!existsSync(command[0] ?? '')) throw new Error(`${command[0]} is missing`);
  if (!isBesideFirst) console.info(`\n— ${name}`);
  const child = spawn(node, [...command, ...parameters], {
    cwd: join(projectFolder, cwd),
    stdio: isBesideFirst ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const [status] = await once(child, 'close');
  if (isBesideFirst) console.info(`\n— ${name}\n${output}`);
  return status === 0;
}

/** @param {string} name @returns {never} */
function unknown(name) {
  console.error(`There is no part ${name}: choose one of ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
