import { z } from 'zod';

/** A setting of a season that an administrator changed, as the audit log stores it. Null where a round was added or removed. */
const seasonFieldChange = z.object({
  field: z.string(),
  before: z.union([z.string(), z.boolean()]).nullable(),
  after: z.union([z.string(), z.boolean()]).nullable(),
});

export type SeasonFieldChange = z.infer<typeof seasonFieldChange>;

/** Parses the details of an entry of the audit log about a season. Only a changed season has changes. */
export const seasonAuditDetails = z.object({
  season: z.string(),
  name: z.string().optional(),
  changes: z.array(seasonFieldChange).default([]),
});
