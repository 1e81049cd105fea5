import { expect, it } from 'vitest';
import { IdTable } from './id-table.ts';

const idOf = (number: number) => `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex');

it('finds the ids of a load in ascending order, with gaps, in descending order and repeatedly, and finds no other ids', () => {
  const table = new IdTable();
  for (let number = 0; number < 200; number += 1) {
    const bytes = Buffer.concat([bytesOf(idOf(2 * number)), bytesOf(idOf(7))]);
    table.appendFrom(bytes, 0, 16);
  }
  const ascending = Array.from({ length: 400 }, (_, index) => index);
  const orders = [
    ascending,
    ascending.filter((index) => index % 30 === 0),
    ascending.toReversed(),
    [5, 4, 4, 399, 0, 398, 1_000],
  ];
  for (const order of orders) {
    const found = order.map((index) => table.numberFrom(bytesOf(idOf(index)), 0));
    expect(found).toEqual(order.map((index) => (index % 2 === 0 && index < 400 ? index / 2 : undefined)));
  }
});
