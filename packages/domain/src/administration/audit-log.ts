import { z } from 'zod';
import { line, searchTextSchema } from '../language/text.ts';
import { daySpan, listPageSchema, pageQuery } from '../query-parameters.ts';

const auditFilters = {
  action: line(0, 80).optional().describe('Beginning of the action, such as `look.`'),
  looks: z
    .enum(['with', 'without'])
    .optional()
    .describe('`without` leaves out that administrators looked at something, `look.`'),
  person: z.uuid().optional().describe('Account that acted or was acted on'),
  search: searchTextSchema
    .optional()
    .describe('In name, email, phone and school of the actor or the person concerned'),
  ...daySpan,
};

/** Query of `GET /admin/audit.csv`. */
export const auditDownloadQuerySchema = z.strictObject(auditFilters);

export type AuditFilters = z.output<typeof auditDownloadQuerySchema>;

/** `GET /admin/audit`: audit log, newest first. */
export const auditQuerySchema = z.strictObject({ ...pageQuery, ...auditFilters });

/** Row of the audit log. Names people who have an account, and gives the ids of others. */
export const auditEntrySchema = z
  .strictObject({
    _id: z.uuid(),
    happenedAt: z.string(),
    actor: z.string(),
    impersonator: z.string().nullable(),
    action: z.string(),
    subject: z.string().nullable(),
    address: z.string(),
    details: z.record(z.string(), z.unknown()),
    agreementNumber: z.string().nullable().describe('Number of the agreement that `details` names'),
    actorTeacher: z.uuid().nullable().describe('Id of the actor, if a teacher with an account'),
    subjectTeacher: z.uuid().nullable().describe('Id of the subject, if a teacher with an account'),
    isRefused: z.boolean().describe('The call was refused'),
  })
  .meta({ id: 'AuditEntry' });

export const auditListSchema = listPageSchema({ entries: z.array(auditEntrySchema) });

export type AuditList = z.infer<typeof auditListSchema>;
