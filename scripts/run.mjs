// `node scripts/run.mjs [--build] [FILE.ts …]`: installs and builds missing parts, then runs the file on Node 24. Plain
// JavaScript for Node 20 and newer, because it runs before anything is installed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, install, node, projectFolder } from './install.mjs';

const SAME_SIGNAL_WITHIN = 500;

const [first = '', ...rest] = process.argv.slice(2);
const needsPages = first === '--build';
const [file, ...parameters] = needsPages ? rest : [first, ...rest];

try {
  install();
  if (needsPages) build();
} catch (error) {
  console.error(error instanceof Error ? error.message.split('\n')[0] : error);
  process.exit(1);
}
if (file === undefined) process.exit();

// In its own process group, so that Ctrl-C reaches the server once, through this process, and it can shut down gracefully.
const child = spawn(node, [join(projectFolder, file), ...parameters], {
  stdio: [needsPages ? 'ignore' : 'inherit', 'inherit', 'inherit', 'ipc'],
  detached: needsPages,
});
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code, signal) => {
  process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1));
});
// The terminal and npm may both send a signal for a single Ctrl-C, so quick repetitions are ignored; a later one makes the child exit at once.
let last = 0;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    if (Date.now() - last < SAME_SIGNAL_WITHIN) return;
    last = Date.now();
    child.kill(signal);
  });
}
