// Finds the programs that tests run beside the product, and installs them if possible.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian package of each program. */
const packages = { nginx: 'nginx-light', openssl: 'openssl', 'systemd-analyze': 'systemd' };

/** @typedef {keyof typeof packages} Program */

/**
 * Returns the path of a program.
 * @param {Program} name
 * @returns {string}
 * @throws {Error} if it is missing, with instructions to install it
 */
export function findProgram(name) {
  const found = onPath(name) ?? (installPackage(packages[name]) ? onPath(name) : undefined);
  if (found) return found;
  throw new Error(`The tests need ${name}. Install it (Debian: apt-get install ${packages[name]}).`);
}

/**
 * Returns the path of a program. Also searches the folders where Debian installs servers, which only root has in its
 * path.
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
export function installPackage(name) {
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) return false;
  console.info(`Installing ${name} for the tests …`);
  const wait = ['-o', 'DPkg::Lock::Timeout=600'];
  return (
    succeeds('apt-get', ['update']) &&
    succeeds('apt-get', ['install', '-y', '--no-install-recommends', ...wait, name])
  );
}

/**
 * Runs a program and discards its output.
 * @param {string} command
 * @param {string[]} parameters
 */
export function succeeds(command, parameters) {
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync(command, parameters, { stdio: ['ignore', 'ignore', 'inherit'], env });
    return true;
  } catch {
    console.error(`${command} ${parameters.join(' ')} failed`);
    return false;
  }
}
