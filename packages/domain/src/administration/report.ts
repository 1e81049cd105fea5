import { z } from 'zod';
import { personSchema } from '../accounts/user.ts';
import { REPORT_ANSWER_MAXIMUM_LENGTH, REPORT_MAXIMUM_LENGTH } from '../constants.ts';
import { paragraph } from '../language/text.ts';
import { daySpan, listPageSchema, pageQuery } from '../query-parameters.ts';
import { complaintTopics, reportReasons } from './report-reasons.ts';

export const reportStates = ['open', 'decided', 'all'] as const;

/** Decisions of an administrator about a report. */
export const reportDecisions = ['upheld', 'dismissed'] as const;
export type ReportDecision = (typeof reportDecisions)[number];

/** `POST /reports`: reports a teacher, optionally with one of their requests or alerts as the subject of the report. */
export const newReportSchema = z
  .strictObject({
    user: z.uuid(),
    reason: z.enum(reportReasons, { error: 'field.choice' }),
    words: paragraph(0, REPORT_MAXIMUM_LENGTH).optional(),
    requestId: z.uuid().optional(),
    alertId: z.uuid().optional().describe('An alert that the reported teacher sent to the caller'),
  })
  .meta({ id: 'NewReport' });

export type NewReport = z.output<typeof newReportSchema>;

/** Reasons of teachers' reports, and topics of complaints about the site, which are in the same list. */
export const listedReasons = [...reportReasons, ...complaintTopics] as const;

/** What a complaint about the site has in addition to a report. */
const complaintSchema = z.strictObject({
  number: z.string(),
  name: z.string().nullable().describe('Null for a member, who is the reporter'),
  contact: z.string().nullable().describe('Email address or phone number of a visitor'),
  dueAt: z.string().describe('Time by which it is answered'),
});

/** A report of a teacher, or a complaint about the site, as administrators see it. */
export const reportSchema = z
  .strictObject({
    _id: z.uuid(),
    reporter: personSchema.nullable().describe('Null if the account was erased, and for a visitor'),
    reported: personSchema.nullable().describe('Null for a complaint'),
    complaint: complaintSchema.nullable(),
    reason: z.enum(listedReasons),
    words: z.string().nullable(),
    requestId: z.uuid().nullable(),
    requestText: z.string().nullable().describe('Text of the request, if it still exists'),
    alertId: z.uuid().nullable(),
    alertText: z.string().nullable().describe('Text of the alert, if it still exists'),
    reportsOfTeacher: z.int().describe('Number of reports about this teacher'),
    createdAt: z.string(),
    decision: z.enum(reportDecisions).nullable(),
    decisionWords: z.string().nullable(),
    decidedAt: z.string().nullable(),
  })
  .meta({ id: 'Report' });

export type Report = z.infer<typeof reportSchema>;

export const reportKinds = ['money', 'teacher', 'complaint'] as const;

export type ReportKind = (typeof reportKinds)[number];

/**
 * Query of `GET /admin/reports`: open reports, oldest first, or decided ones or all, newest first. The span filters by the time of
 * reporting.
 */
export const reportQuerySchema = z.strictObject({
  ...pageQuery,
  ...daySpan,
  state: z
    .enum(reportStates, { error: 'field.choice' })
    .default('open')
    .describe('Open reports, the oldest first, or decided ones or all, the newest first'),
  kind: z
    .enum(reportKinds, { error: 'field.choice' })
    .optional()
    .describe('Reports of money, other reports about teachers, or complaints about the site'),
  reason: z.enum(listedReasons, { error: 'field.choice' }).optional().describe('Reason for the report'),
});

export type ReportQuery = z.output<typeof reportQuerySchema>;

/** Query of `GET /admin/reports.csv`. */
export const reportDownloadQuerySchema = reportQuerySchema.omit({ page: true, limit: true });

export type ReportFilters = z.output<typeof reportDownloadQuerySchema>;

export const reportListSchema = listPageSchema({ reports: z.array(reportSchema) }).meta({ id: 'ReportList' });

export type ReportList = z.infer<typeof reportListSchema>;

/** `POST /admin/reports/{id}/decision`: both teachers receive the text, or the member who complained. */
export const newDecisionSchema = z
  .strictObject({
    decision: z.enum(reportDecisions, { error: 'field.choice' }),
    words: paragraph(1, REPORT_ANSWER_MAXIMUM_LENGTH),
  })
  .meta({ id: 'NewDecision' });

export type NewDecision = z.output<typeof newDecisionSchema>;
