import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type PlaceTopology, placeTopology } from '@mutual-transfer/domain/reference/outlines';
import { blockByCode, blocks, districtByCode, districts } from '@mutual-transfer/domain/reference/places';
import { z } from 'zod';
import { StartupError } from '../startup-error.ts';

/** TopoJSON text as sent to clients, with the hash of its content. */
export interface Outlined {
  readonly text: string;
  readonly hash: string;
}

/** Outlines of places supplied by the operator, from which maps are drawn. */
export interface PlaceOutlines {
  readonly districts: Outlined | undefined;
  readonly blocks: Outlined | undefined;
  readonly credit: string;
}

interface Supplied {
  /** TopoJSON files with the object `districts`, `blocks`, or both. */
  readonly files: readonly string[];
  readonly credit: string;
}

type Kind = 'districts' | 'blocks';

const reference = {
  districts: { codes: new Set(districts.map(({ code }) => code)), word: 'district' },
  blocks: { codes: new Set(blocks.map(({ code }) => code)), word: 'block' },
} as const;

const coded = z.looseObject({ code: z.string(), district: z.string().optional() });
const collection = z.object({
  type: z.literal('GeometryCollection'),
  geometries: z.array(z.looseObject({ properties: coded })),
});
const file = z.looseObject({
  type: z.literal('Topology'),
  objects: z.object({ districts: collection.optional(), blocks: collection.optional() }),
});

/**
 * Reads the outlines from the operator's files. Returns undefined if no files are configured.
 *
 * @throws {StartupError} with the path and the fault of an invalid file.
 */
export async function openOutlines(supplied: Supplied | undefined): Promise<PlaceOutlines | undefined> {
  if (supplied === undefined) return undefined;
  const found: Partial<Record<Kind, Outlined>> = {};
  for (const path of supplied.files) {
    for (const [kind, topology] of await readOutlines(path)) {
      if (found[kind] !== undefined) throw wrong(path, `a file before it has the object ${kind} too`);
      const text = JSON.stringify(topology);
      found[kind] = { text, hash: createHash('sha256').update(text).digest('hex').slice(0, 12) };
    }
  }
  return { districts: found.districts, blocks: found.blocks, credit: supplied.credit };
}

async function readOutlines(path: string): Promise<[Kind, PlaceTopology][]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new StartupError(`PLACES_OUTLINES cannot be read: ${error.message}`);
  });
  const topology = checked(path, file, parsed(path, text));
  const kinds = (['districts', 'blocks'] as const).filter((kind) => topology.objects[kind] !== undefined);
  if (kinds.length === 0) throw wrong(path, 'it has neither an object districts nor an object blocks');
  return kinds.map((kind) => {
    const geometries = (topology.objects[kind]?.geometries ?? []).map(({ type, arcs, properties }) => ({
      type,
      arcs,
      properties: namesOf(path, kind, properties),
    }));
    const places = { type: 'GeometryCollection', geometries };
    const { type, transform, arcs } = topology;
    const outlines = checked(path, placeTopology, {
      type,
      ...(transform === undefined ? {} : { transform }),
      arcs,
      objects: { places },
    });
    checkOnce(path, outlines);
    checkArcs(path, outlines);
    return [kind, outlines];
  });
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong(path, 'it is not JSON');
  }
}

function checked<Shape>(path: string, schema: z.ZodType<Shape>, value: unknown): Shape {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw wrong(path, `${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
}

/** Returns the place's names as they appear on screens. Throws for an outline of an unknown place; places without an outline are allowed. */
function namesOf(path: string, kind: Kind, { code, district }: z.infer<typeof coded>) {
  if (!reference[kind].codes.has(code)) throw wrong(path, `there is no ${reference[kind].word} ${code}`);
  if (kind === 'districts') return { place: districtByCode(code).name };
  const { name, districtCode } = blockByCode(code);
  if (district !== districtCode)
    throw wrong(path, `the block ${code} lies in ${districtCode}, not in ${district ?? 'no district'}`);
  return { place: name, district: districtByCode(districtCode).name };
}

function checkOnce(path: string, { objects }: PlaceTopology): void {
  const seen = new Set<string>();
  for (const { properties } of objects.places.geometries) {
    const place = [properties.place, properties.district].filter(Boolean).join(', ');
    if (seen.has(place)) throw wrong(path, `${place} has two outlines`);
    seen.add(place);
  }
}

/** Throws unless every outline refers to existing arcs, and every arc is within the range of longitude and latitude. */
function checkArcs(path: string, { arcs, objects, transform }: PlaceTopology): void {
  for (const { arcs: rings, properties } of objects.places.geometries) {
    const missing = rings.flat(2).find((arc) => arcs[arc < 0 ? ~arc : arc] === undefined);
    if (missing !== undefined)
      throw wrong(path, `${properties.place} names the arc ${missing}, which is not there`);
  }
  if (!arcs.every((arc) => isOnEarth(arc, transform)))
    throw wrong(path, 'it is not in degrees of longitude and latitude');
}

const plain = { scale: [1, 1], translate: [0, 0] } as const;

/**
 * Returns true if every point is within the range of longitude and latitude. In a quantised arc each point is stored as the difference to
 * the previous one, in other arcs as it is.
 */
function isOnEarth(arc: PlaceTopology['arcs'][number], transform: PlaceTopology['transform']): boolean {
  const { scale, translate } = transform ?? plain;
  let [x, y] = [0, 0];
  return arc.every(([stepX, stepY]) => {
    [x, y] = transform === undefined ? [stepX, stepY] : [x + stepX, y + stepY];
    const [longitude, latitude] = [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  });
}

function wrong(path: string, problem: string): StartupError {
  return new StartupError(`PLACES_OUTLINES, ${path}: ${problem}`);
}
