import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boundForPlan, planOfWorld } from '../plan.ts';
import type { OfferTable } from '../strata/offer-table.ts';
import { worldOf } from '../strata/stratum-graph.ts';
import { readOffersFile } from './offers-file.ts';
import { readRingsFile, writeReasonsFile, writeRingsFile } from './rings-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offers-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function read(text: string, onWarning?: (warning: string) => void) {
  const file = join(folder, 'offers.tsv');
  await writeFile(file, text);
  return await readOffersFile(file, onWarning);
}

function movedBy(table: OfferTable): number {
  const world = worldOf(table);
  return planOfWorld(world, boundForPlan(world, {}), { maxRing: 2 }).moved;
}

describe('readOffersFile', () => {
  it('reads several accepted places, and a last line without a line break', async () => {
    const table = await read('teacher\tstratum\tfrom\tto\nआशा\ts\tx\ty,z\r\nb\ts\ty\tx');
    expect(table.length).toBe(2);
    expect(table.teachers.names).toEqual(['आशा', 'b']);
    expect([...table.accepted(table.goalOf.at(0))].map((place) => table.places.names[place])).toEqual([
      'y',
      'z',
    ]);
  });

  it('treats names as equal after trimming spaces and normalising to NFC', async () => {
    const table = await read('teacher\tstratum\tfrom\tto\na\ts\tcafe\u0301\ty, z\nb\ts \t y\tcaf\u00e9 \n');
    expect(table.places.names).toEqual(['caf\u00e9', 'y', 'z']);
    expect(table.strata.names).toEqual(['s']);
    expect(movedBy(table)).toBe(2);
  });

  it.each([
    ['quoted cells', 'teacher\tstratum\tfrom\tto\na\ts\tx\t"y,z"\nb\ts\ty\t"x,w"\n'],
    ['quotation marks', 'teacher\tstratum\tfrom\tto\na\ts\t"x ""1"""\ty\nb\ts\ty\tx "1"\n'],
    ['a tab in a cell', '"teacher"\tstratum\tfrom\tto\na\ts\t"x\t1"\ty\nb\ts\ty\tx 1\n'],
    ['no-break spaces', 'teacher\tstratum\tfrom\tto\na\ts\tx\u00a01\ty\u202f\nb\ts\ty\tx  1\n'],
    [
      'zero-width marks',
      '\ufeffteacher\tstratum\tfrom\u200b\tto\na\ts\tx\u200b\t\u2060y\nb\ts\ty\tx\u200e\n',
    ],
    ['control characters', 'teacher\tstratum\tfrom\tto\na\ts\tx\0\ty\nb\ts\ty\tx\u001a\n'],
    ['empty rows at the end', 'teacher\tstratum\tfrom\tto\r\na\ts\tx\ty\r\nb\ts\ty\tx\r\n\t\t\t\r\n'],
  ])('reads %s as a spreadsheet writes them', async (_, text) => {
    expect(movedBy(await read(text))).toBe(2);
  });

  it('reads UTF-16 with its mark, in both orders of bytes', async () => {
    const file = join(folder, 'offers.tsv');
    const text = '\ufeffteacher\tstratum\tfrom\tto\r\na\ts\tगया\t"y,z"\r\nb\ts\ty\tगया\r\n';
    const bytes = Buffer.from(text, 'utf16le');
    await writeFile(file, bytes);
    expect(movedBy(await readOffersFile(file))).toBe(2);
    await writeFile(file, bytes.swap16());
    expect(movedBy(await readOffersFile(file))).toBe(2);
  });

  it('reads weights and probabilities, with defaults for empty fields', async () => {
    const table = await read(
      'teacher\tstratum\tfrom\tto\tprobability\tweight\na\ts\tx\ty\t0.5\t3\nb\ts\ty\tx\t\t\n',
    );
    expect([table.weight(0), table.probability(0), table.weight(1), table.probability(1)]).toEqual([
      3,
      0.5,
      1,
      Number.NaN,
    ]);
  });

  it('reads ranks and groups, and warns about a group of one teacher', async () => {
    const warnings: string[] = [];
    const table = await read(
      'teacher\tstratum\tfrom\tto\trank\tgroup\na\ts\tx\ty\t2\tg\na\ts\tx\tz\t\t\n',
      (warning) => warnings.push(warning),
    );
    expect([0, 1].map((row) => [table.rank(row), table.group(row)])).toEqual([
      [2, 0],
      [1, -1],
    ]);
    expect(warnings).toEqual(['groups of one teacher, who moves alone: g']);
  });

  it('warns about names that differ only in case', async () => {
    const warnings: string[] = [];
    await read('teacher\tstratum\tfrom\tto\na\ts\tGaya\ty\nb\ts\ty\tgaya\n', (warning) =>
      warnings.push(warning),
    );
    expect(warnings).toEqual(['different places by upper and lower case only: Gaya and gaya']);
  });

  it('rejects names that are not UTF-8 instead of merging them', async () => {
    const file = join(folder, 'offers.tsv');
    const lines = (teacher: number) => [Buffer.from([teacher]), Buffer.from('\ts\tx\ty\n')];
    await writeFile(
      file,
      Buffer.concat([Buffer.from('teacher\tstratum\tfrom\tto\n'), ...lines(0xe9), ...lines(0xe8)]),
    );
    await expect(readOffersFile(file)).rejects.toThrow('the file is not UTF-8');
  });

  it.each([
    ['', 'line 1: the header must be teacher, stratum, from, to, separated by tabs'],
    ['teacher\tstratum\tfrom\tto\tweigth\n', 'may go on with weight, probability, rank, group'],
    [
      'teacher\tstratum\tfrom\tto\tweight\na\ts\tx\ty\t-1\n',
      'line 2: A weight must be a number from 0 on, not -1.',
    ],
    [
      'teacher\tstratum\tfrom\tto\tprobability\na\ts\tx\ty\tsure\n',
      'line 2: probability must be a number, not sure',
    ],
    [
      'teacher\tstratum\tfrom\tto\tprobability\na\ts\tx\ty\t1.5\n',
      'line 2: The survival chance must be above 0 and at most 1, not 1.5.',
    ],
    [
      'teacher\tstratum\tfrom\tto\trank\na\ts\tx\ty\t0\n',
      'line 2: A rank must be a whole number from 1 to 99, not 0.',
    ],
    [
      'teacher\tstratum\tfrom\tto\tgroup\na\ts\tx\ty\tg\nb\ts\ty\tx\tg\nc\ts\ty\tx\tg\n',
      'line 4: the group g has more than 2 teachers',
    ],
    ['teacher\tstratum\tfrom\tto\na\ts\tx\ty\na\tt\tz\ty\n', 'line 3: a is posted in z here and elsewhere'],
    ['teacher\tfrom\tto\n', 'line 1: the header must be'],
    ['teacher\tstratum\tfrom\tto\na\ts\tx\n', 'line 2: there must be 4 columns separated by tabs, not 3'],
    ['teacher\tstratum\tfrom\tto\na\ts\tx\ty\n\t s\tx\ty\n', 'line 3: teacher is empty'],
    ['teacher\tstratum\tfrom\tto\na\ts\tx\ty,,z\n', 'line 2: to names an empty place'],
    ['teacher\tstratum\tfrom\tto\na,b\ts\tx\ty\n', 'line 2: a teacher must not contain a comma'],
    ['teacher\tstratum\tfrom\tto\na\ts\tx\ty;z\n', 'line 2: to must separate places by commas'],
    ['teacher\tstratum\tfrom\tto\na\ts\tx\t"y\nz"\n', 'line 2: a quotation mark is misplaced'],
    ['teacher\tstratum\tfrom\tto\na\ts\tx\ty\nb\ts\t"y"z\tx\n', 'line 3: a quotation mark is misplaced'],
    ['teacher\tstratum\tfrom\tto\na\ts\tx\t "y"\n', 'line 2: a quotation mark is misplaced'],
    ['teacher\tstratum\tfrom\tto\n\na\ts\tx\ty\n', 'line 2: the line is empty'],
  ])('rejects %j with its line and fault', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

describe('the files of a plan', () => {
  it('hold one ring per line, can be read back, and leave no temporary file', async () => {
    const file = join(folder, 'rings.tsv');
    const rings = [{ stratum: 's', teachers: ['a', 'b'] }];
    await writeRingsFile(file, rings);
    expect(await readFile(file, 'utf8')).toBe('stratum\tring\ns\ta,b\n');
    expect(await readRingsFile(file)).toEqual(rings);
    expect(await readdir(folder)).toEqual(['rings.tsv']);
  });

  it('can be read back when a spreadsheet has saved them', async () => {
    const file = join(folder, 'rings.tsv');
    await writeFile(file, '\ufeffstratum\tring\r\ns\t"a,b"\r\n\t\r\n');
    expect(await readRingsFile(file)).toEqual([{ stratum: 's', teachers: ['a', 'b'] }]);
  });

  it('hold the reason for each teacher', async () => {
    const file = join(folder, 'reasons.tsv');
    await writeReasonsFile(file, [{ teacher: 'a', code: 'noRing' }]);
    expect(await readFile(file, 'utf8')).toBe('teacher\treason\na\tnoRing\n');
  });

  it.each([
    ['teacher\treason\n', 'line 1: the header must be stratum, ring'],
    ['stratum\tring\ns\ta\n', 'line 2: there must be a stratum'],
    ['stratum\tring\ns\ta,b\n\ta,b\n', 'line 3: there must be a stratum'],
  ])('with rings: rejects %j with its line and fault', async (text, message) => {
    const file = join(folder, 'rings.tsv');
    await writeFile(file, text);
    await expect(readRingsFile(file)).rejects.toThrow(message);
  });
});
