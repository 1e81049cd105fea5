// `node scripts/run.mjs [--build] FILE.ts …`: installs and builds missing parts, then runs the file on Node 24. Plain
// JavaScript for Node 20 and newer, because it runs before anything is installed.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, install, node, projectFolder } from './install.mjs';

const PARENT_CHECKED_EVERY = 200;
const SAME_SIGNAL_WITHIN = 500;

const [first = '', ...rest] = process.argv.slice(2);
const needsPages = first === '--build';
const [file = '', ...parameters] = needsPages ? rest : [first, ...rest];

try {
  install();
  if (needsPages) build();
} catch (error) {
  console.error(error instanceof Error ? error.message.split('\n')[0] : error);
  process.exit(1);
}
run();

/**
 * Runs the file in its own process group, so that Ctrl-C reaches the server once, through this process, and it can
 * shut down gracefully.
 */
function run() {
  const child = spawn(node, [join(projectFolder, file), ...parameters], {
    stdio: [needsPages ? 'ignore' : 'inherit', 'inherit', 'inherit', 'ipc'],
    detached: needsPages,
  });
  forwardSignals(child);
  const starters = findStarters();
  const watch = setInterval(() => {
    if (findStarters() !== starters) child.kill('SIGTERM');
  }, PARENT_CHECKED_EVERY);
  child.on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1));
  });
}

/** Returns the parent processes: npm's shell and npm itself. A kill -9 ends them without a signal to this process. */
function findStarters() {
  return `${process.ppid} ${parentOf(process.ppid)}`;
}

/**
 * Returns the parent of a process; only Linux reports it.
 * @param {number} processId
 */
function parentOf(processId) {
  try {
    const status = readFileSync(`/proc/${processId}/stat`, 'utf8');
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return '';
  }
}

/**
 * Forwards signals to the child. The terminal and npm may both send one for a single Ctrl-C, so quick repetitions are
 * ignored; a later one makes the child exit at once.
 */
function forwardSignals(/** @type {import('node:child_process').ChildProcess} */ child) {
  let last = 0;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (Date.now() - last < SAME_SIGNAL_WITHIN) return;
      last = Date.now();
      child.kill(signal);
    });
  }
}
