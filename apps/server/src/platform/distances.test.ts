import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headquarters, measureDistances, readPoints } from './places.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'points-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function pointsOf(...lines: string[]) {
  const file = join(folder, 'points.tsv');
  await writeFile(file, ['kind\tcode\tlat\tlon\tsource', ...lines, ''].join('\n'));
  return readPoints(file);
}

describe('the distance between two blocks', () => {
  it('is measured between the headquarters of their districts, and is null within one district', () => {
    const distance = measureDistances(headquarters);
    expect(distance('danapur', 'bodh-gaya')).toBe(90);
    expect(distance('bodh-gaya', 'danapur')).toBe(90);
    expect(distance('danapur', 'phulwari-sharif')).toBeNull();
    expect(distance('danapur', 'danapur')).toBeNull();
  });

  it('is measured between their own points if the operator supplies both', async () => {
    const distance = measureDistances(
      await pointsOf('block\tdanapur\t25.60\t85.00\tx', 'block\tphulwari-sharif\t25.60\t85.08\tx'),
    );
    expect(distance('danapur', 'phulwari-sharif')).toBe(8);
    expect(distance('danapur', 'bodh-gaya')).toBe(90);
  });
});

describe('a file of points', () => {
  it.each([
    ['block\tnowhere\t25\t85', 'line 2: there is no block nowhere'],
    ['village\tdanapur\t25\t85', 'line 2: kind'],
    ['block\tdanapur\t\t85', 'line 2: lat'],
    ['block\tdanapur\t95\t85', 'line 2: lat'],
    ['block\tdanapur\t25\tfar', 'line 2: lon'],
  ])('with the line %j is rejected, and the error states the line number', async (line, words) => {
    await expect(pointsOf(line)).rejects.toThrow(words);
  });

  it('that does not exist is rejected', async () => {
    await expect(readPoints(join(folder, 'none.tsv'))).rejects.toThrow('PLACES_POINTS cannot be read');
  });
});
