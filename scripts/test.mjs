// `npm test` and its parts (check, tests, e2e; unit, faults and changed are parts of tests). Parameters of `check` choose steps by their names,
// such as `npm run check -- types`; those of the other parts are passed on. Plain JavaScript for Node 20 and newer, because it installs the packages.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { build, install, isBuilt, node, projectFolder } from './install.mjs';
import { findBrowser, findProgram } from './programs.mjs';

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

/** @typedef {{ name: string, command: string[], cwd?: string }} Step */

/** @type {Step} */
const unitTests = {
  name: 'unit and API tests',
  command: [bin('vitest/vitest.mjs'), 'run', '--project=!faults'],
};
/** @type {Step} */
const faultTests = {
  name: 'tests of what may fail',
  command: [bin('vitest/vitest.mjs'), 'run', '--project=faults'],
};

/**
 * Stages of each part; the steps of a stage run concurrently.
 * @type {Record<string, Step[][]>}
 */
const parts = {
  check: [
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
  tests: [[unitTests, faultTests]],
  unit: [[unitTests]],
  changed: [[{ ...unitTests, command: [...unitTests.command, '--changed'] }]],
  faults: [[faultTests]],
  e2e: [[{ name: 'browser tests', command: [bin('@playwright/test/cli.js'), 'test'] }]],
};

const [part, ...parameters] = process.argv.slice(2);
const chosen = part === undefined ? ['check', 'tests', 'e2e'] : [part];

try {
  install();
  // A test of one file may use an older build, which takes half a minute to renew.
  const isForOneFile = part === 'changed' || (part === 'unit' && parameters.length > 0);
  if (chosen.some((name) => name !== 'check') && !(isForOneFile && isBuilt())) build();
  const needs = (/** @type {string[]} */ ...names) => names.some((name) => chosen.includes(name));
  if (needs('tests', 'unit', 'changed', 'e2e')) process.env.BROWSER_PATH = findBrowser();
  if (needs('tests', 'unit')) findProgram('systemd-analyze');
  if (needs('tests', 'unit', 'faults')) findProgram('openssl');
  if (needs('tests', 'faults')) findProgram('nginx');
  if (needs('tests', 'unit')) findProgramsOfBackups();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

// Compile cache, so that the processes that tests start compile each file once.
process.env.NODE_COMPILE_CACHE ??= bin('.cache/compiled');

const words = part === 'check' ? parameters.splice(0) : [];
const isChosen = (/** @type {Step} */ { name }) =>
  words.length === 0 || words.some((word) => name.includes(word));
const stages = chosen.flatMap((name) => parts[name] ?? unknown(name)).map((stage) => stage.filter(isChosen));
/** Lines of each step that name a failure. They are repeated at the end, because CI shows only the end of the output.
 * @type {Map<string, string>} */
const failures = new Map();
/** @type {Step[]} */
const failed = [];
for (const stage of stages) failed.push(...(await failuresOf(stage)));
for (const { name } of failed) console.error(`Failed: ${name}\n${failures.get(name)}`);
console.info(`${stages.flat().length - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);

/** The test of backups is skipped where these programs cannot be installed. */
function findProgramsOfBackups() {
  try {
    findProgram('pg_virtualenv');
    findProgram('age');
  } catch (error) {
    console.info(`The test of backups is skipped. ${error instanceof Error ? error.message : error}`);
  }
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
async function succeeds({ name, command, cwd = '.' }, isBesideFirst) {
  if (!isBesideFirst) console.info(`\n— ${name}`);
  const child = spawn(node, [...command, ...parameters], {
    cwd: join(projectFolder, cwd),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (!isBesideFirst) process.stdout.write(text);
    });
  }
  const [status] = await once(child, 'close');
  if (isBesideFirst) console.info(`\n— ${name}\n${output}`);
  const lines = output.split('\n').filter((line) => /FAIL|✘|Error|error/.test(line));
  failures.set(name, [...new Set(lines)].slice(0, 40).join('\n'));
  return status === 0;
}

/** @param {string} name @returns {never} */
function unknown(name) {
  console.error(`There is no part ${name}: choose one of ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
