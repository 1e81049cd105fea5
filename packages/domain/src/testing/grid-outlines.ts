interface GridPlace {
  readonly code: string;
  readonly district?: string;
}

/** Returns outlines for tests in the form that an operator would supply: one square of half a degree per place, in rows of seven. */
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
      ] satisfies [number, number][];
    }),
    objects: {
      [kind]: {
        type: 'GeometryCollection',
        geometries: places.map((properties, index) => ({ type: 'Polygon', arcs: [[index]], properties })),
      },
    },
  };
}
