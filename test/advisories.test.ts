import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { judge } from '../scripts/advisories.mjs';

const script = join(import.meta.dirname, '../scripts/advisories.mjs');

const reportOf = (severity: string) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      lodash: {
        name: 'lodash',
        severity,
        via: [{ severity, title: 'Prototype pollution', url: 'https://example.org/advisory' }],
      },
      dependent: { name: 'dependent', severity, via: ['lodash'] },
    },
  });

it.each([
  ['high', true],
  ['critical', true],
  ['moderate', false],
])('a known advisory that is %s is reported, and fails the checks: %s', (severity, isFailure) => {
  const lines = [`lodash: ${severity}: Prototype pollution https://example.org/advisory`];
  expect(judge(reportOf(severity))).toEqual({ isFailure, lines });
});

it('a report without advisories, or without an answer of the registry, is no failure, unless the answer is required', () => {
  expect(judge('{"vulnerabilities":{}}')).toEqual({ isFailure: false, lines: ['No known advisories.'] });
  const refused = '{"message":"405 Method Not Allowed","statusCode":405,"error":{}}';
  for (const output of [refused, '', 'npm error']) {
    const lines = [expect.stringContaining('not checked')];
    expect(judge(output)).toEqual({ isFailure: false, lines });
    expect(judge(output, true)).toEqual({ isFailure: true, lines });
  }
});

it.each([
  ['', 0],
  ['required', 1],
])('an unreachable registry is reported, and with ADVISORIES=%s the status is %s', (ADVISORIES, expected) => {
  // No process listens on port 9, so the connection is refused immediately.
  const env = { ...process.env, ADVISORIES, npm_config_registry: 'http://127.0.0.1:9' };
  const { status, stdout } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' });
  expect([status, stdout]).toEqual([expected, expect.stringContaining('not checked')]);
});
