/** Columns that order a list of teachers. `paid` and `amount` are those of the latest payment. */
const peopleOrders = ['name', 'joined', 'district', 'subject', 'school', 'paid', 'amount'] as const;

const descending = <Name extends string>(name: Name) => `-${name}` as const;

/** Orders of a list of teachers. */
export const peopleSorts = ['newest', 'oldest', ...peopleOrders, ...peopleOrders.map(descending)] as const;

export type PeopleSort = (typeof peopleSorts)[number];
