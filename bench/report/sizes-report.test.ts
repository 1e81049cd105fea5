import { expect, test } from 'vitest';
import type { Answered } from '../measure/figures.ts';
import type { MeasuredWorld } from './measured-world.ts';
import { sizesReport } from './sizes-report.ts';

function answered(median: number, requestsPerSecond: number): Answered {
  return { requestsPerSecond, median, p99: 2 * median, longest: 90, answers: 50, errors: 0, refusals: 0 };
}

function world(size: number, medians: Record<string, number>): MeasuredWorld {
  const rows = Object.entries(medians).map(([name, median]) => ({
    name,
    limits: {},
    app: answered(median, 1_000),
    bare: name === 'flat' ? answered(median, 2_000) : undefined,
    plain: undefined,
    pgbench: undefined,
  }));
  const counts = { teachers: size, requests: size, active: size };
  const memory = { app: 300 * 2 ** 20, postgres: undefined };
  const indexing = { seconds: size / 50_000, meanwhile: answered(400, 2) };
  return { size, counts, indexing, sections: [{ title: 'Lists', rows }], writes: [], memory };
}

test('worlds stand side by side, the smallest first, and what bends is named', () => {
  const report = sizesReport([
    world(1_000_000, { flat: 2.5, steep: 60, tiny: 0.9 }),
    world(10_000, { flat: 2, steep: 3, tiny: 0.1 }),
  ]);
  expect(report.split('\n')).toEqual([
    'Median / 99th percentile in milliseconds / requests a second, and after that their share of the bare route’s.',
    '',
    '|  | 10,000 | 1,000,000 | growth |',
    '| --- | ---: | ---: | ---: |',
    '| flat | 2.0 / 4.0 / 1,000 / 0.50 | 2.5 / 5.0 / 1,000 / 0.50 | × 1.3 |',
    '| steep | 3.0 / 6.0 / 1,000 | 60.0 / 120 / 1,000 | × 20.0 |',
    '| tiny | 0.1 / 0.2 / 1,000 | 0.9 / 1.8 / 1,000 | × 9.0 |',
    '| from the start to the first list from memory, s | 0 | 20 |  |',
    '| memory of the app / of PostgreSQL, MB | 300 / – | 300 / – |  |',
    '',
    'What bends, its median at least threefold and 2 ms more in the largest world: steep.',
  ]);
});

test('a row that only one world has does not bend', () => {
  const report = sizesReport([world(10_000, {}), world(1_000_000, { rare: 60 })]);
  expect(report).toContain('| rare | – | 60.0 / 120 / 1,000 | – |');
  expect(report).toContain('Nothing bends');
});

test('a single world has nothing beside it', () => {
  expect(sizesReport([world(10_000, { flat: 2 })])).toBe('');
});
