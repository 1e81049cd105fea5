interface GridPlace {
  readonly code: string;
  readonly district?: string;
}

/** Squares of half a degree in rows of seven, one for each place: small outlines for tests, as an operator would supply them. */
export function gridOutlines(kind: 'districts' | 'blocks', places: readonly GridPlace[]) {
  const corner = (index: number): [number, number] => [
    83.5 + (index % 7) * 0.5,
    27 - Math.floor(index / 7) * 0.5,
  ];
  return {
    type: 'Topology',
    arcs: places.map((_place, index) => {
      const [x, y] = corner(index);
      return [
        [x, y],
        [x + 0.5, y],
        [x + 0.5, y - 0.5],
        [x, y - 0.5],
        [x, y],
      ] as [number, number][];
    }),
    objects: {
      [kind]: {
        type: 'GeometryCollection',
        geometries: places.map((properties, index) => ({ type: 'Polygon', arcs: [[index]], properties })),
      },
    },
  };
}
