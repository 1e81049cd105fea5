import { z } from 'zod';
import { line } from '../language/text.ts';

/** Who runs the product: its founders, or the department itself. */
export const operatorKinds = ['founder', 'department'] as const;

const NAME_MAXIMUM = 160;
const ADDRESS_MAXIMUM = 300;
const PHONE_MAXIMUM = 40;

const gstin = z.string().regex(/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, { error: 'field.invalid' });

/** Who runs the product, as the public pages name them. */
export const operatorSchema = z
  .strictObject({
    kind: z.enum(operatorKinds, { error: 'field.choice' }),
    name: line(2, NAME_MAXIMUM),
    address: line(2, ADDRESS_MAXIMUM),
    phone: line(0, PHONE_MAXIMUM).describe('Empty if there is none'),
    grievanceOfficer: line(2, ADDRESS_MAXIMUM).describe('Name, designation and contact'),
    gstin: gstin.or(z.literal('')).describe('Empty if there is none'),
  })
  .meta({ id: 'Operator' });

export type Operator = z.infer<typeof operatorSchema>;
