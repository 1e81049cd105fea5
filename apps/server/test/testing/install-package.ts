import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Two test files may need a package at once, and Debian's tools end where they find one another at work. */
const oneAtATime = ['flock', join(tmpdir(), 'mutual-transfer-apt-get.lock'), 'apt-get'];

/** Installs one of Debian's packages where that can be done. @returns whether it is there now. */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0) return false;
  return (
    quietly(...oneAtATime, 'update') &&
    quietly(...oneAtATime, 'install', '-y', '--no-install-recommends', name)
  );
}

function quietly(command = '', ...parameters: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, parameters, { stdio: 'ignore', env }).status === 0;
}
