import type { PlaceTopology } from '@mutual-transfer/domain/reference/outlines';
import { gridOutlines } from '@mutual-transfer/domain/testing/grid-outlines';
import { expect, it } from 'vitest';
import { drawingOf } from './map-shapes.ts';

const places = ['Danapur', 'Bihta', 'Amas', 'Atri', 'Fatehpur', 'Guraru', 'Gurua', 'Imamganj'];

function topologyOf(districtOf: (place: string) => string | undefined): PlaceTopology {
  const { arcs, objects } = gridOutlines(
    'districts',
    places.map((code) => ({ code })),
  );
  const geometries = (objects.districts?.geometries ?? []).map(({ arcs: rings, properties: { code } }) => {
    const district = districtOf(code);
    const properties = { place: code, ...(district === undefined ? {} : { district }) };
    return { type: 'Polygon' as const, arcs: rings, properties };
  });
  return { type: 'Topology', arcs, objects: { places: { type: 'GeometryCollection', geometries } } };
}

it('draws each place once, within the picture, north before south, with its label inside', () => {
  const { width, height, shapes } = drawingOf(
    topologyOf(() => undefined),
    '',
  );
  expect(shapes).toHaveLength(places.length);
  expect(shapes.at(-1)?.place).toBe('Imamganj');
  const corners = shapes.flatMap(({ path }) =>
    [...path.matchAll(/([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
  );
  for (const [x = -1, y = -1] of corners) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(width);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(height);
  }
  const first = shapes.find(({ place }) => place === 'Danapur');
  // A square is a seventh of the width, and is drawn as high as it is wide.
  expect(first?.room).toBeCloseTo((width - 4) / 7, 0);
  expect(first?.x).toBeCloseTo(2 + (width - 4) / 14, 0);
});

it('scales the blocks of one district to the width of the picture', () => {
  const topology = topologyOf((place) => (place === 'Bihta' ? 'Patna' : 'Gaya'));
  const { width, shapes } = drawingOf(topology, 'Patna');
  expect(shapes.map(({ place }) => place)).toEqual(['Bihta']);
  expect(shapes[0]?.room).toBeCloseTo(width - 4, 0);
});
