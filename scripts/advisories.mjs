// Reports the advisories that the registry knows of the production dependencies. An unreachable registry is reported, but is no failure.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Returns the verdict on the output of `npm audit --json`: failure from severity `high` on.
 * @param {string} output
 * @returns {{ isFailure: boolean, lines: string[] }}
 */
export function judge(output) {
  const vulnerabilities = parse(output)?.vulnerabilities;
  if (vulnerabilities === undefined)
    return {
      isFailure: false,
      lines: ['The registry does not say which versions have advisories: not checked.'],
    };
  /** @type {{ name: string, severity: string, via: (string | { severity: string, title: string, url: string })[] }[]} */
  const found = Object.values(vulnerabilities);
  const lines = found.flatMap(({ name, via }) =>
    via.flatMap((each) =>
      typeof each === 'string' ? [] : [`${name}: ${each.severity}: ${each.title} ${each.url}`],
    ),
  );
  const isFailure = found.some(({ severity }) => ['high', 'critical'].includes(severity));
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const limits = ['--fetch-retries=0', '--fetch-timeout=8000'];
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev', ...limits], {
    encoding: 'utf8',
    timeout: 20_000,
    maxBuffer: 64 * 1_024 * 1_024,
  });
  const { isFailure, lines } = judge(stdout ?? '');
  for (const line of lines) console.info(line);
  process.exitCode = isFailure ? 1 : 0;
}
