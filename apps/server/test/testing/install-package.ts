import { spawnSync } from 'node:child_process';

/** Installs one of Debian's packages where that can be done. @returns whether it is there now. */
export function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0) return false;
  return quietly('apt-get', 'update') && quietly('apt-get', 'install', '-y', '--no-install-recommends', name);
}

function quietly(command: string, ...parameters: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, parameters, { stdio: 'ignore', env }).status === 0;
}
