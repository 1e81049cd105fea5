import { describe, expect, it } from 'vitest';
import { bandsOf, stepOf } from './tile-map.tsx';

describe('the colours of numbers', () => {
  it('distribute the numbers over the steps without gaps', () => {
    const bands = bandsOf([0, 1, 2, 3, 4, 50, 60, 700, 9_000]);
    expect(bands).toEqual([
      { step: 0, from: 0, to: 0 },
      { step: 1, from: 1, to: 2 },
      { step: 2, from: 3, to: 4 },
      { step: 3, from: 50, to: 60 },
      { step: 4, from: 700, to: 9_000 },
    ]);
    expect([0, 2, 4, 50, 9_000].map((value) => stepOf(bands, value))).toEqual([0, 1, 2, 3, 4]);
  });

  it('give equal numbers one colour', () => {
    expect(bandsOf([5, 5, 5, 5])).toEqual([{ step: 1, from: 5, to: 5 }]);
    expect(bandsOf([1, 1, 1, 1, 1, 9])).toEqual([
      { step: 1, from: 1, to: 1 },
      { step: 4, from: 9, to: 9 },
    ]);
  });

  it('are empty without numbers', () => {
    expect(bandsOf([])).toEqual([]);
    expect(bandsOf([0, 0])).toEqual([{ step: 0, from: 0, to: 0 }]);
  });
});
