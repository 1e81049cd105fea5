import { z } from 'zod';
import { namedPersonSchema } from '../accounts/user.ts';
import { line, paragraph } from '../language/text.ts';
import { isPlausible, listPageSchema, pageQuery } from '../query-parameters.ts';
import { announcementTexts } from './announcement.ts';

/** Maximum length of a list of accounts in characters: 20,000 lines of a hundred. */
const LIST_MAXIMUM_LENGTH = 2_000_000;

const moment = z.iso
  .datetime({ offset: true, error: 'field.invalid' })
  .refine(isPlausible, { error: 'field.invalid' });

const ipAddress = z.union([z.ipv4(), z.ipv6()]);

/** Whom an account, or whoever called from an address, looked at within a time. */
const lookedAt = z
  .strictObject({
    account: line(1, 254).optional().describe('Id, email address or phone number of the account that looked'),
    address: line(1, 64)
      .refine((text) => ipAddress.safeParse(text).success, { error: 'field.invalid' })
      .optional()
      .describe('IP address of the caller'),
    from: moment,
    until: moment,
  })
  .refine(({ account, address }) => account !== undefined || address !== undefined, {
    error: 'field.required',
    path: ['account'],
  })
  .refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
    error: 'announcement.order',
    path: ['until'],
  });

/** `POST /admin/leaks` and `POST /admin/leaks/preview`: whom a leak concerns, and what they are told. */
export const newLeakNoticeSchema = z
  .strictObject({
    texts: announcementTexts,
    list: paragraph(1, LIST_MAXIMUM_LENGTH)
      .optional()
      .describe('Text with an id, email address or phone number in each line, such as a CSV file'),
    lookedAt: lookedAt.optional(),
  })
  .refine(({ list, lookedAt }) => (list === undefined) !== (lookedAt === undefined), {
    error: 'field.required',
    path: ['list'],
  })
  .meta({ id: 'NewLeakNotice' });

export type NewLeakNotice = z.output<typeof newLeakNoticeSchema>;

/** `POST /admin/leaks/preview`. */
export const leakPreviewSchema = z
  .strictObject({
    recipients: z.int().describe('Accounts that are told'),
    outside: z.int().describe('Of these, accounts that the configured channels reach by e-mail or SMS'),
    sms: z.int().describe('Of these, accounts that are sent a paid SMS'),
    unknown: z.int().describe('Lines of the list without a known account'),
  })
  .meta({ id: 'LeakPreview' });

export type LeakPreview = z.infer<typeof leakPreviewSchema>;

/** A notice after a leak, as the register shows it. */
export const leakNoticeSchema = z
  .strictObject({
    _id: z.uuid(),
    texts: z.record(z.string(), z.string()),
    source: z
      .string()
      .describe(
        '`list`, or the name of the account (its id after an erasure) or the address that looked, and between which times',
      ),
    createdAt: z.string(),
    createdBy: namedPersonSchema.nullable(),
    recipients: z.int(),
    told: z.int().describe('Accounts that have the notice'),
  })
  .meta({ id: 'LeakNotice' });

export type LeakNotice = z.infer<typeof leakNoticeSchema>;

/** Query of `GET /admin/leaks`. */
export const leakQuerySchema = z.strictObject(pageQuery);

/** `GET /admin/leaks`, the newest first. */
export const leakListSchema = listPageSchema({ leaks: z.array(leakNoticeSchema) }).meta({ id: 'LeakList' });

export type LeakList = z.infer<typeof leakListSchema>;
