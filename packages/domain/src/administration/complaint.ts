import { z } from 'zod';
import { emailSchema, phoneSchema } from '../accounts/credentials.ts';
import { captchaFields } from '../accounts/security-check.ts';
import { COMPLAINT_MAXIMUM_LENGTH, NAME_MAXIMUM_LENGTH, NAME_MINIMUM_LENGTH } from '../constants.ts';
import { line, paragraph } from '../language/text.ts';
import { complaintTopics } from './report-reasons.ts';

const complaintFields = {
  topic: z.enum(complaintTopics, { error: 'field.choice' }),
  words: paragraph(1, COMPLAINT_MAXIMUM_LENGTH),
};

/** `POST /complaints/own`: a complaint of a signed-in person about the site. */
export const ownComplaintSchema = z.strictObject(complaintFields).meta({ id: 'OwnComplaint' });

export type OwnComplaint = z.output<typeof ownComplaintSchema>;

/** `POST /complaints`: a complaint of a visitor about the site. */
export const newComplaintSchema = z
  .strictObject({
    ...complaintFields,
    name: line(NAME_MINIMUM_LENGTH, NAME_MAXIMUM_LENGTH),
    contact: z
      .string({ error: 'field.required' })
      .min(1, { error: 'field.required' })
      .pipe(z.union([emailSchema, phoneSchema], { error: 'complaint.contact' }))
      .describe('Email address or phone number at which an administrator answers'),
    ...captchaFields,
  })
  .meta({ id: 'NewComplaint' });

export type NewComplaint = z.output<typeof newComplaintSchema>;

/** Acknowledgement of a complaint. */
export const acknowledgementSchema = z
  .strictObject({
    number: z.string().describe('Number to quote when asking about the complaint'),
    dueAt: z.string().describe('Time by which it is answered'),
  })
  .meta({ id: 'Acknowledgement' });

export type Acknowledgement = z.infer<typeof acknowledgementSchema>;
