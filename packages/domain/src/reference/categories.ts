/**
 * Category of service of a teacher. The state swaps within one category only. The department's names are Niyamit,
 * Vishisht and Vidyalaya Adhyapak.
 */
export const categories = [
  { code: 'regular', name: 'Regular (Niyamit)' },
  { code: 'special', name: 'Special (Vishisht)' },
  { code: 'school', name: 'School teacher (Vidyalaya Adhyapak)' },
] as const;

export type Category = (typeof categories)[number]['code'];

export const categoryCodes = categories.map((category) => category.code);

/** Recruitment batches, stated beside the category `school`. */
export const recruitmentBatches = ['TRE 1', 'TRE 2', 'TRE 3'] as const;

export type RecruitmentBatch = (typeof recruitmentBatches)[number];
