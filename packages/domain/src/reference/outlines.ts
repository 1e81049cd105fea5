import { z } from 'zod';

/** `GET /reference/outlines`: URLs of place outlines and their attribution; null if the operator supplies none. */
export const outlines = z
  .strictObject({
    districts: z.string().nullable().describe('Below /api; its content never changes'),
    blocks: z.string().nullable(),
    credit: z.string().nullable().describe('The line to print under a map'),
  })
  .meta({ id: 'Outlines' });

export type Outlines = z.infer<typeof outlines>;

const position = z.tuple([z.number(), z.number()]);
const ring = z.array(z.int());
/** Identity of a place: its English name, and for a block that of its district. */
const named = z.strictObject({ place: z.string(), district: z.string().optional() });

const outline = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Polygon'), arcs: z.array(ring), properties: named }),
  z.strictObject({ type: z.literal('MultiPolygon'), arcs: z.array(z.array(ring)), properties: named }),
]);

/** Outlines of districts or blocks as TopoJSON, in degrees of WGS 84. */
export const placeTopology = z
  .strictObject({
    type: z.literal('Topology'),
    transform: z.strictObject({ scale: position, translate: position }).optional(),
    arcs: z.array(z.array(position)),
    objects: z.strictObject({
      places: z.strictObject({ type: z.literal('GeometryCollection'), geometries: z.array(outline) }),
    }),
  })
  .meta({ id: 'PlaceTopology' });

export type PlaceTopology = z.infer<typeof placeTopology>;
