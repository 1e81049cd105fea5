/** Ranges of classes that teachers are appointed for. `code` is stored and on the wire, the name is shown. */
export const classLevels = [
  { code: '1-5', name: '1-5 Primary' },
  { code: '6-8', name: '6-8 Upper Primary' },
  { code: '9-10', name: '9-10 Secondary' },
  { code: '11-12', name: '11-12 Senior Secondary' },
] as const;

export type ClassRange = (typeof classLevels)[number]['code'];

export const classRanges = classLevels.map((level) => level.code);

/**
 * Returns the class level with a code.
 * @throws {RangeError} if there is none.
 */
export function classLevelByCode(code: string): (typeof classLevels)[number] {
  const level = classLevels.find((candidate) => candidate.code === code);
  if (level === undefined) throw new RangeError(`No class level has the code ${code}`);
  return level;
}
