import type { OpenNameTables } from '../../../reference/names.ts';

/** English names stand with the places, subjects, class levels and categories themselves: they are what the wire carries. */
export const names: OpenNameTables = { districts: {}, subjects: {}, classLevels: {}, categories: {} };
