import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlaceTopology } from '@mutual-transfer/domain/reference/outlines';
import { gridOutlines } from '@mutual-transfer/domain/testing/grid-outlines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOutlines } from './read-outlines.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlines-'));
});
afterAll(() => rm(folder, { recursive: true }));

const credit = 'Drawn by the operator';

async function opened(...contents: (object | string)[]) {
  const files = await Promise.all(
    contents.map(async (content, index) => {
      const path = join(folder, `${index}.topojson`);
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
      return path;
    }),
  );
  return openOutlines({ files, credit });
}

const twoDistricts = gridOutlines('districts', [{ code: 'gaya' }, { code: 'patna' }]);
const oneBlock = gridOutlines('blocks', [{ code: 'danapur', district: 'patna' }]);
const changed = (change: object) => ({ ...twoDistricts, ...change });

describe('outlines of places', () => {
  it('get the place names of the reference data, from one or several files, with any of the places', async () => {
    const found = await opened(twoDistricts, oneBlock);
    const named = (text = '{}') =>
      (JSON.parse(text) as PlaceTopology).objects.places.geometries.map(({ properties }) => properties);
    expect(named(found?.districts?.text)).toEqual([{ place: 'Gaya' }, { place: 'Patna' }]);
    expect(named(found?.blocks?.text)).toEqual([{ place: 'Danapur', district: 'Patna' }]);
    expect(found?.credit).toBe(credit);
    expect(found?.districts?.hash).not.toBe(found?.blocks?.hash);
  });

  it('are undefined without a file', async () => {
    expect(await openOutlines(undefined)).toBeUndefined();
  });

  it.each([
    ['no JSON', '{', 'it is not JSON'],
    ['another file', { type: 'FeatureCollection' }, 'type: '],
    ['no object of ours', changed({ objects: {} }), 'neither an object districts nor an object blocks'],
    ['an unknown code', gridOutlines('districts', [{ code: 'atlantis' }]), 'there is no district atlantis'],
    [
      'a block of another district',
      gridOutlines('blocks', [{ code: 'danapur', district: 'gaya' }]),
      'the block danapur lies in patna, not in gaya',
    ],
    [
      'a place twice',
      gridOutlines('districts', [{ code: 'gaya' }, { code: 'gaya' }]),
      'Gaya has two outlines',
    ],
    ['an arc that is missing', changed({ arcs: [] }), 'Gaya names the arc 0, which is not there'],
    [
      'metres',
      changed({ arcs: twoDistricts.arcs.map((arc) => arc.map(([x, y]) => [x * 1_000, y * 1_000])) }),
      'it is not in degrees',
    ],
  ])("with %s are rejected, and the error states the file's path", async (_what, content, words) => {
    await expect(opened(content)).rejects.toThrow(words);
    await expect(opened(content)).rejects.toThrow(/^PLACES_OUTLINES, .*0\.topojson: /);
  });

  it('are rejected if two files outline the same kind of place', async () => {
    await expect(opened(twoDistricts, twoDistricts)).rejects.toThrow('has the object districts too');
  });

  it('are rejected if the file does not exist', async () => {
    await expect(openOutlines({ files: [join(folder, 'none')], credit })).rejects.toThrow(
      'PLACES_OUTLINES cannot be read',
    );
  });
});
