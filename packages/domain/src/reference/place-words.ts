/** Choice of a teacher who would take any block of the desired district. Stored as null. */
export const ANY_BLOCK = 'Any block';
