/** Ranges of classes that teachers are appointed for. `code` is stored and on the wire, the name is shown. */
export const classLevels = [
  { code: '1-5', name: '1-5 Primary' },
  { code: '6-8', name: '6-8 Upper Primary' },
  { code: '9-10', name: '9-10 Secondary' },
  { code: '11-12', name: '11-12 Senior Secondary' },
] as const;

export type ClassRange = (typeof classLevels)[number]['code'];

export const classRanges = classLevels.map((level) => level.code);
