// Finds the programs that tests run beside the product, and installs them if possible.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian package of each program. */
const packages = {
  chromium: 'chromium',
  nginx: 'nginx-light',
  openssl: 'openssl',
  'systemd-analyze': 'systemd',
  pg_virtualenv: 'postgresql',
  age: 'age',
};

/** @typedef {keyof typeof packages} Program */

/**
 * Returns the path of a Chromium for the browser tests.
 * @returns {string}
 * @throws {Error} if it is missing, with instructions to install it
 */
export function findBrowser() {
  const set = [process.env.BROWSER_PATH, process.env.CHROME_PATH].find((path) => path && existsSync(path));
  return (
    set ?? ['google-chrome', 'google-chrome-stable'].map(onPath).find(Boolean) ?? findProgram('chromium')
  );
}

/**
 * Returns the path of a program.
 * @param {Program} name
 * @returns {string}
 * @throws {Error} if it is missing, with instructions to install it
 */
export function findProgram(name) {
  const found = onPath(name) ?? (install(packages[name]) ? onPath(name) : undefined);
  if (found) return found;
  const or = name === 'chromium' ? ', or set CHROME_PATH to where Chrome is' : '';
  throw new Error(`The tests need ${name}. Install it (Debian: apt-get install ${packages[name]})${or}.`);
}

/**
 * Returns the path of a program. Also searches the folder where Debian installs servers, which only root has in its path.
 * @param {string} name
 */
export function onPath(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find(existsSync);
}

/**
 * Installs a Debian package, which requires root.
 * @param {string} name
 * @returns {boolean} true if it is installed now
 */
function install(name) {
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) return false;
  console.info(`Installing ${name} for the tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const wait = ['-o', 'DPkg::Lock::Timeout=600'];
  try {
    for (const parameters of [['update'], ['install', '-y', '--no-install-recommends', ...wait, name]])
      execFileSync('apt-get', parameters, { stdio: ['ignore', 'ignore', 'inherit'], env });
    return true;
  } catch {
    return false;
  }
}
