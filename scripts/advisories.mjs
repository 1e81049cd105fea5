// Reports the advisories that the registry knows of the production dependencies. A registry that does not answer is reported, and is a failure
// only with ADVISORIES=required, which a release sets.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Returns the verdict on the output of `npm audit --json`: failure from severity `high` on, and without an answer if one is required.
 * @param {string} output
 * @param {boolean} isRequired
 * @returns {{ isFailure: boolean, lines: string[] }}
 */
export function judge(output, isRequired = false) {
  const vulnerabilities = parse(output)?.vulnerabilities;
  if (vulnerabilities === undefined)
    return {
      isFailure: isRequired,
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
  const { isFailure, lines } = judge(stdout ?? '', process.env.ADVISORIES === 'required');
  for (const line of lines) console.info(line);
  process.exitCode = isFailure ? 1 : 0;
}
