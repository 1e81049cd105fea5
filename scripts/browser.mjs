// Finds a Chromium for the browser tests, and installs one if possible.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { node, projectFolder } from './install.mjs';
import { installPackage, onPath, succeeds } from './programs.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Returns the path of a Chromium.
 * @returns {string}
 * @throws {Error} if there is none, with instructions to install one
 */
export function findBrowser() {
  const found = fromEnvironment() ?? anyOnPath() ?? ofPlaywright() ?? installed();
  if (found) return found;
  throw new Error('The browser tests need Chromium. Install it, or set CHROME_PATH to where it is.');
}

function fromEnvironment() {
  return [process.env.BROWSER_PATH, process.env.CHROME_PATH].find((path) => path && existsSync(path));
}

function anyOnPath() {
  return names.map(onPath).find((path) => path !== undefined);
}

/** Returns the Chromium that Playwright downloaded earlier. */
function ofPlaywright() {
  const script = 'import("playwright-core").then(({ chromium }) => console.log(chromium.executablePath()))';
  const { stdout } = spawnSync(node, ['-e', script], { cwd: projectFolder, encoding: 'utf8' });
  const path = stdout?.trim();
  return path && existsSync(path) ? path : undefined;
}

function installed() {
  if (installPackage('chromium')) return anyOnPath();
  console.info('Installing Chromium for the browser tests …');
  const cli = join(projectFolder, 'node_modules/@playwright/test/cli.js');
  succeeds(node, [cli, 'install', 'chromium']);
  return ofPlaywright();
}
