import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOffersFile, writeRingsFile } from './offers-file.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offers-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function read(text: string) {
  const file = join(folder, 'offers.tsv');
  await writeFile(file, text);
  return await readOffersFile(file);
}

describe('readOffersFile', () => {
  it('reads several accepted places, and a last line without an end', async () => {
    const table = await read('teacher\tstratum\tfrom\tto\nआशा\ts\tx\ty,z\r\nb\ts\ty\tx');
    expect(table.length).toBe(2);
    expect(table.teachers.names).toEqual(['आशा', 'b']);
    expect([...table.accepted(table.goalOf.at(0))].map((place) => table.places.names[place])).toEqual([
      'y',
      'z',
    ]);
  });

  it.each([
    ['', 'line 1: the header must be teacher, stratum, from, to, separated by tabs'],
    ['teacher\tfrom\tto\n', 'line 1: the header must be'],
    ['teacher\tstratum\tfrom\tto\na\ts\tx\n', 'line 2: there must be 4 columns separated by tabs, not 3'],
    ['teacher\tstratum\tfrom\tto\na\ts\tx\ty\n\t s\tx\ty\n', 'line 3: teacher is empty'],
    ['teacher\tstratum\tfrom\tto\na\ts\tx\ty,,z\n', 'line 2: to names an empty place'],
    ['teacher\tstratum\tfrom\tto\na,b\ts\tx\ty\n', 'line 2: a teacher must not contain a comma'],
    ['teacher\tstratum\tfrom\tto\n\na\ts\tx\ty\n', 'line 2: the line is empty'],
  ])('says what is wrong with %j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

describe('writeRingsFile', () => {
  it('writes one ring a line and leaves nothing else behind', async () => {
    const file = join(folder, 'rings.tsv');
    await writeRingsFile(file, [{ stratum: 's', teachers: ['a', 'b'] }]);
    expect(await readFile(file, 'utf8')).toBe('stratum\tring\ns\ta,b\n');
    expect(await readdir(folder)).toEqual(['rings.tsv']);
  });
});
