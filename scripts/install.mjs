// Plain JavaScript for Node 20 and newer, because it runs before anything is installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { thirdPartyNotices } from './notices.mjs';

export const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)));

/** Node 24, which the project pins and installs for itself. */
export const node = join(projectFolder, 'node_modules', '.bin', 'node');

/** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages */

/** Installs the packages of package-lock.json unless they are already installed. */
export function install() {
  if (
    existsSync(node) &&
    hasAll(packagesIn('node_modules/.package-lock.json'), packagesIn('package-lock.json'))
  )
    return;
  console.error('Installing what the project needs …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  execFileSync(npm, ['ci', '--no-audit', '--no-fund'], {
    cwd: projectFolder,
    stdio: ['ignore', 2, 2],
    env: withoutNpmSettings(),
  });
}

/**
 * Returns true if every wanted package is there in the same version. The entry without a name is the project itself, and optional packages of
 * other platforms are not installed.
 * @param {Packages} there
 * @param {Packages} wanted
 */
export function hasAll(there, wanted) {
  return Object.entries(wanted).every(([name, { version, optional }]) =>
    there[name] === undefined ? name === '' || optional === true : there[name].version === version,
  );
}

/**
 * Returns the packages in a lock file: package-lock.json, or the list that npm writes after each installation.
 * @param {string} file
 * @returns {Packages}
 */
export function packagesIn(file) {
  const path = join(projectFolder, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

export const isBuilt = () => existsSync(join(projectFolder, 'apps/web/build/server/index.js'));

/** Builds the pages unless the build is up to date, and writes beside them of which commit the build is. */
export function build() {
  buildPages();
  writeFileSync(join(buildFolder, 'commit'), commit());
}

const buildFolder = join(projectFolder, 'apps/web/build');

/** Returns the commit that `deploy/release.sh` names, or that of the checkout, marked if files were changed. */
function commit() {
  if (process.env.COMMIT) return process.env.COMMIT;
  const describe = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
  return spawnSync('git', describe, { cwd: projectFolder, encoding: 'utf8' }).stdout?.trim() || 'unknown';
}

function buildPages() {
  const stamp = join(projectFolder, 'node_modules/.stamps/build');
  const fingerprint = fingerprintOf([
    'apps/web',
    'packages/domain',
    'package-lock.json',
    'scripts/notices.mjs',
  ]);
  if (isBuilt() && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  console.error('Building the pages …');
  const cli = join(projectFolder, 'node_modules/@react-router/dev/bin.cjs');
  execFileSync(node, [cli, 'build', '--logLevel', 'error'], {
    cwd: join(projectFolder, 'apps/web'),
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const notices = thirdPartyNotices(projectFolder, packagesIn('package-lock.json'));
  writeFileSync(join(buildFolder, 'client/third-party-notices.txt'), notices);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, fingerprint);
}

/** @param {string[]} sources */
function fingerprintOf(sources) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  for (const file of sources.flatMap((source) => filesIn(join(projectFolder, source)))) {
    hash.update(relative(projectFolder, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  const skipped = new Set(['node_modules', 'build', '.react-router']);
  if (!path.startsWith(projectFolder)) return [];
  const entries = readdirIfFolder(path);
  if (entries === undefined) return existsSync(path) ? [path] : [];
  return entries
    .filter((entry) => !skipped.has(entry) && !/\.test\.tsx?$/.test(entry))
    .sort()
    .flatMap((entry) => filesIn(join(path, entry)));
}

/** @param {string} path */
function readdirIfFolder(path) {
  try {
    return readdirSync(path);
  } catch {
    return undefined;
  }
}

/** Removes settings of the npm that runs this script, such as `--silent`, so that the npm it starts does not inherit them. */
function withoutNpmSettings() {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^npm_(config_(loglevel|json)|lifecycle)/.test(name),
  );
  return { ...Object.fromEntries(entries), NODE_ENV: 'development' };
}
