// Finds the programs that tests run beside the product, and installs them where that can be done.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's package of each program. */
const packages = { nginx: 'nginx-light', openssl: 'openssl', 'systemd-analyze': 'systemd' };

/** @typedef {keyof typeof packages} Program */

/** The path of a program. @param {Program} name @returns {string} @throws {Error} saying how to get it */
export function findProgram(name) {
  const found = onPath(name) ?? (installPackage(packages[name]) ? onPath(name) : undefined);
  if (found) return found;
  throw new Error(`The tests need ${name}. Install it (Debian: apt-get install ${packages[name]}).`);
}

/** Where a program lies; Debian's servers lie in a folder that is on the path of root alone. @param {string} name */
export function onPath(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find(existsSync);
}

/** Installs one of Debian's packages, which only root can. @param {string} name @returns {boolean} whether it is installed now */
export function installPackage(name) {
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) return false;
  console.info(`Installing ${name} for the tests …`);
  const wait = ['-o', 'DPkg::Lock::Timeout=600'];
  return (
    succeeds('apt-get', ['update']) &&
    succeeds('apt-get', ['install', '-y', '--no-install-recommends', ...wait, name])
  );
}

/** Runs a program without its output. @param {string} command @param {string[]} parameters */
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
