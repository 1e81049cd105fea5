// Reports the advisories that the registry knows of the production dependencies. An unreachable registry is reported,
// but does not fail the check.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { projectFolder } from './install.mjs';

const TIMEOUT_MS = 20_000;
const FETCH_TIMEOUT_MS = 8_000;
const FAILING = new Set(['high', 'critical']);

/** @typedef {{ isFailure: boolean, lines: string[] }} Verdict */
/** @typedef {{ severity: string, title: string, url: string }} Advisory */
/** @typedef {{ name: string, severity: string, via: (string | Advisory)[] }} Vulnerability */

/**
 * Returns the verdict on an audit report.
 * @param {string} output of `npm audit --json`
 * @returns {Verdict}
 */
export function judge(output) {
  const report = parse(output);
  if (report?.vulnerabilities === undefined) {
    return {
      isFailure: false,
      lines: ['The registry does not say which versions have advisories: not checked.'],
    };
  }
  /** @type {Vulnerability[]} */
  const found = Object.values(report.vulnerabilities);
  const lines = found.flatMap(({ name, via }) =>
    via.flatMap((each) =>
      typeof each === 'string' ? [] : [`${name}: ${each.severity}: ${each.title} ${each.url}`],
    ),
  );
  const isFailure = found.some(({ severity }) => FAILING.has(severity));
  return { isFailure, lines: lines.length > 0 ? lines : ['No known advisories.'] };
}

/** @param {string} output */
function parse(output) {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

/**
 * Asks the registry that npm is configured for, with a time limit.
 * @returns {Verdict}
 */
function check() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const limits = ['--fetch-retries=0', `--fetch-timeout=${FETCH_TIMEOUT_MS}`];
  const { stdout } = spawnSync(npm, ['audit', '--json', '--omit=dev', ...limits], {
    cwd: projectFolder,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: 64 * 1_024 * 1_024,
  });
  return judge(stdout ?? '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { isFailure, lines } = check();
  for (const line of lines) console.info(line);
  process.exitCode = isFailure ? 1 : 0;
}
