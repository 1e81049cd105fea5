import type { OpenNameTables } from '../../../reference/names.ts';

/** Empty, because places, subjects, class levels and categories carry their English names, which are also used on the wire. */
export const names: OpenNameTables = { districts: {}, subjects: {}, classLevels: {}, categories: {} };
