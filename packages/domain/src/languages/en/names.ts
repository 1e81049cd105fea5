import type { NameTables } from '../../names.ts';

/** English names stand with the places, subjects, class levels and categories themselves: they are what the wire carries. */
export const names: NameTables = { districts: {}, blocks: {}, subjects: {}, classLevels: {}, categories: {} };
