import type { PlaceTopology } from '@mutual-transfer/domain/reference/outlines';
import { feature } from 'topojson-client';

type Point = readonly [number, number];

/** Drawn place: English name, outline, and position of the label with the space to both sides. */
export interface Shape {
  readonly place: string;
  readonly path: string;
  readonly x: number;
  readonly y: number;
  readonly room: number;
}

/** Drawing, `WIDTH` units wide. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

/** Width of the drawing in SVG user units. Close to a phone's width, so one unit is about one pixel there. */
const WIDTH = 360;
const MARGIN = 2;
/** Number of horizontal lines across an outline that are tried to find the one with most space for the label. */
const LINES = 12;

/** Returns the outlines of the districts, or of the blocks of one, from north to south. Equirectangular: accurate to 2 % over one state. */
export function drawingOf(topology: PlaceTopology, district: string): Drawing {
  const outlines = topology.objects.places.geometries
    .filter(({ properties }) => district === '' || properties.district === district)
    .map((geometry) => ({ place: geometry.properties.place, polygons: polygonsOf(topology, geometry) }));
  const corners = outlines.flatMap(({ polygons }) => polygons.flat(2));
  if (corners.length === 0) return { width: WIDTH, height: 0, shapes: [] };
  const { project, height } = projection(corners);
  const shapes = outlines.map(({ place, polygons }) => {
    const rings = polygons.flatMap((polygon) => polygon.map((ring) => ring.map(project)));
    const largest = rings.toSorted((first, second) => areaOf(second) - areaOf(first))[0] ?? [];
    return { place, path: rings.map(pathOf).join(''), ...labelIn(largest) };
  });
  return { width: WIDTH, height, shapes: shapes.toSorted((first, second) => first.y - second.y) };
}

type Outline = PlaceTopology['objects']['places']['geometries'][number];

function polygonsOf(topology: PlaceTopology, outline: Outline): Point[][][] {
  if (outline.type === 'Polygon') {
    const { type, arcs } = outline;
    return [feature(topology, { type, arcs }).geometry.coordinates.map(ringOf)];
  }
  const { type, arcs } = outline;
  return feature(topology, { type, arcs }).geometry.coordinates.map((polygon) => polygon.map(ringOf));
}

function ringOf(positions: readonly number[][]): Point[] {
  return positions.map(([longitude = 0, latitude = 0]) => [longitude, latitude]);
}

/** Returns the projection. Scales longitudes by the cosine of the middle latitude. */
function projection(corners: readonly Point[]) {
  const [west, east] = extent(corners.map(([longitude]) => longitude));
  const [south, north] = extent(corners.map(([, latitude]) => latitude));
  const shortened = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const scale = (WIDTH - 2 * MARGIN) / Math.max((east - west) * shortened, Number.EPSILON);
  const project = ([longitude, latitude]: Point): Point => [
    MARGIN + (longitude - west) * shortened * scale,
    MARGIN + (north - latitude) * scale,
  ];
  return { project, height: Math.ceil((north - south) * scale + 2 * MARGIN) };
}

/** Returns minimum and maximum. Spread arguments would overflow the stack with the corners of all blocks. */
function extent(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([least, greatest], value) => [Math.min(least, value), Math.max(greatest, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

function pathOf(ring: readonly Point[]): string {
  return `M${ring.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join('L')}Z`;
}

function areaOf(ring: readonly Point[]): number {
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice / 2);
}

/** Returns the middle and the width of a horizontal line across the outline. Prefers wide lines and lines at half the height. */
function labelIn(ring: readonly Point[]): { x: number; y: number; room: number } {
  const [top, bottom] = extent(ring.map(([, y]) => y));
  const lines = Array.from({ length: LINES - 3 }, (_, index) => {
    const share = (index + 2) / LINES;
    const y = top + (bottom - top) * share;
    const widest = widestIn(crossings(ring, y));
    return { y, ...widest, score: widest.room * (1 - Math.abs(share - 0.5)) };
  });
  const { x, y, room } = lines.reduce((best, line) => (line.score > best.score ? line : best));
  return { x, y, room };
}

function crossings(ring: readonly Point[], y: number): number[] {
  return ring
    .flatMap(([x1, y1], index) => {
      const [x2, y2] = ring[(index + 1) % ring.length] ?? [x1, y1];
      return y1 > y === y2 > y ? [] : [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)];
    })
    .toSorted((first, second) => first - second);
}

function widestIn(edges: readonly number[]): { x: number; room: number } {
  let widest = { x: 0, room: 0 };
  for (let index = 0; index + 1 < edges.length; index += 2) {
    const [from = 0, to = 0] = [edges[index], edges[index + 1]];
    if (to - from > widest.room) widest = { x: (from + to) / 2, room: to - from };
  }
  return widest;
}
