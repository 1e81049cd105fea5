import type { Offer } from '../offer.ts';

/** Returns true if the first teacher can take the second one's place by these offers. */
export function canTake(first: Offer, second: Offer): boolean {
  return first.stratum === second.stratum && first.to.includes(second.from) && first.from !== second.from;
}

/**
 * Returns every ring of 2 … longest offers through distinct places and distinct teachers, each once, starting with its offer of smallest
 * index. Slow and obvious: tries every continuation.
 */
export function everyRing(offers: readonly Offer[], longest: number): Offer[][] {
  const rings: Offer[][] = [];
  const extend = (path: readonly Offer[], start: number) => {
    const [first, last] = [path[0], path.at(-1)];
    if (first === undefined || last === undefined) return;
    if (path.length > 1 && canTake(last, first)) rings.push([...path]);
    if (path.length === longest) return;
    offers.forEach((next, index) => {
      const isFresh = path.every(({ teacher, from }) => teacher !== next.teacher && from !== next.from);
      if (index > start && isFresh && canTake(last, next)) extend([...path, next], start);
    });
  };
  offers.forEach((offer, index) => {
    extend([offer], index);
  });
  return rings;
}

/** Describes the first fault of these rings as a plan over the offers; undefined if there is none. */
export function faultOf(
  offers: readonly Offer[],
  rings: readonly { stratum: string; teachers: readonly string[] }[],
  longest: number,
): string | undefined {
  const moved = new Set<string>();
  for (const { stratum, teachers } of rings) {
    if (teachers.length < 2 || teachers.length > longest) return `a ring of ${teachers.length}`;
    for (const teacher of teachers) {
      if (moved.has(teacher)) return `${teacher} moves twice`;
      moved.add(teacher);
    }
    if (!isRing(offers, stratum, teachers)) return `not a ring in ${stratum}: ${teachers.join(', ')}`;
  }
  return undefined;
}

/** Returns true if some choice of one offer per teacher lets each take the next one's place. */
function isRing(offers: readonly Offer[], stratum: string, teachers: readonly string[]): boolean {
  const rows = teachers.map((teacher) => offersOf(offers, stratum, teacher));
  const [first = []] = rows;
  return first.some((start) => {
    let froms = new Set([start.from]);
    for (const [index, own] of rows.entries()) {
      const able = own.filter(({ from }) => froms.has(from));
      const next = rows[(index + 1) % rows.length] ?? [];
      froms = new Set(
        next.map(({ from }) => from).filter((from) => able.some(({ to }) => to.includes(from))),
      );
    }
    return froms.has(start.from);
  });
}

function offersOf(offers: readonly Offer[], stratum: string, teacher: string): Offer[] {
  return offers.filter((offer) => offer.stratum === stratum && offer.teacher === teacher);
}
