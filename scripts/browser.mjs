// Finds a Chromium for the browser tests, and installs one where that can be done.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { node, projectFolder } from './install.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of a Chromium. @returns {string} @throws {Error} saying how to get one */
export function findBrowser() {
  const found = fromEnvironment() ?? onPath() ?? ofPlaywright() ?? installed();
  if (found) return found;
  throw new Error('The browser tests need Chromium. Install it, or set CHROME_PATH to where it is.');
}

function fromEnvironment() {
  return [process.env.BROWSER_PATH, process.env.CHROME_PATH].find((path) => path && existsSync(path));
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync);
}

/** The Chromium that Playwright has downloaded, if it has. */
function ofPlaywright() {
  const script = 'import("playwright-core").then(({ chromium }) => console.log(chromium.executablePath()))';
  const { stdout } = spawnSync(node, ['-e', script], { cwd: projectFolder, encoding: 'utf8' });
  const path = stdout?.trim();
  return path && existsSync(path) ? path : undefined;
}

function installed() {
  console.info('Installing Chromium for the browser tests …');
  if (process.getuid?.() === 0 && isThere('apt-get')) {
    quietly('apt-get', ['update']);
    quietly('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
    return onPath();
  }
  const cli = join(projectFolder, 'node_modules/@playwright/test/cli.js');
  quietly(node, [cli, 'install', 'chromium']);
  return ofPlaywright();
}

/** @param {string} command */
function isThere(command) {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** @param {string} command @param {string[]} parameters */
function quietly(command, parameters) {
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'], env });
  } catch {
    console.error(`${command} ${parameters.join(' ')} failed`);
  }
}
