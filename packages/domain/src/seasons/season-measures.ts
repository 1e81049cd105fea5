/** Counts of a round's results, in the order in which they are shown. */
export const seasonMeasures = ['asked', 'ready', 'proposals', 'objections', 'agreed', 'moved'] as const;

export type SeasonMeasure = (typeof seasonMeasures)[number];
