import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/worlds.ts';
import { maximumMatching } from './maximum-matching.ts';

const MOST_VERTICES = 12;
const graphs = fc.array(
  fc.tuple(fc.integer({ min: 0, max: MOST_VERTICES - 1 }), fc.integer({ min: 0, max: MOST_VERTICES - 1 })),
  { maxLength: 30 },
);

describe('maximumMatching', () => {
  it('matches as many vertices as exhaustive search', () => {
    fc.assert(
      fc.property(graphs, (drawn) => {
        const edges = drawn.filter(([a, b]) => a !== b);
        const mates = maximumMatching(neighboursOf(edges));
        mates.forEach((mate, vertex) => {
          if (mate < 0) return;
          expect(mates[mate]).toBe(vertex);
          expect(edges.some(([a, b]) => (a === vertex && b === mate) || (a === mate && b === vertex))).toBe(
            true,
          );
        });
        expect(mates.filter((mate) => mate >= 0).length / 2).toBe(mostPairs(edges));
      }),
      runs(500),
    );
  });

  it('matches every vertex of two odd cycles joined by an edge', () => {
    const edges: [number, number][] = [
      [0, 1],
      [1, 2],
      [2, 0],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 3],
    ];
    expect(maximumMatching(neighboursOf(edges)).filter((mate) => mate >= 0)).toHaveLength(6);
  });
});

function neighboursOf(edges: readonly (readonly [number, number])[]): number[][] {
  const neighbours: number[][] = Array.from({ length: MOST_VERTICES }, () => []);
  for (const [a, b] of edges) {
    neighbours[a]?.push(b);
    neighbours[b]?.push(a);
  }
  return neighbours;
}

function mostPairs(edges: readonly (readonly [number, number])[]): number {
  const [first, ...others] = edges;
  if (first === undefined) return 0;
  const disjoint = others.filter(([a, b]) => !first.includes(a) && !first.includes(b));
  return Math.max(mostPairs(others), 1 + mostPairs(disjoint));
}
