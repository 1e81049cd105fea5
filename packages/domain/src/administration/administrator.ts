import { z } from 'zod';
import { email, newPassword } from '../accounts/credentials.ts';
import { administration, administratorRoles } from '../accounts/user.ts';
import { NAME_MAXIMUM_LENGTH, NAME_MINIMUM_LENGTH, OFFICE_MAXIMUM_LENGTH } from '../constants.ts';
import { line } from '../language/text.ts';
import { districtName } from '../reference/place.ts';
import { districts } from '../reference/places.ts';

/** Account of an administrator. */
export const administrator = administration
  .extend({
    _id: z.uuid(),
    name: z.string(),
    email: z.string(),
    designation: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'Administrator' });

export type Administrator = z.infer<typeof administrator>;

/** `GET /admin/administrators`. */
export const administratorList = z
  .strictObject({ administrators: z.array(administrator) })
  .meta({ id: 'AdministratorList' });

export type AdministratorList = z.infer<typeof administratorList>;

/** `POST /admin/administrators`. */
export const newAdministrator = z
  .strictObject({
    name: line(NAME_MINIMUM_LENGTH, NAME_MAXIMUM_LENGTH),
    email,
    password: newPassword,
    role: z.enum(administratorRoles, { error: 'field.choice' }).default('state'),
    districts: z
      .array(districtName)
      .max(districts.length, { error: 'field.invalid' })
      .default([])
      .describe('Required for a district administrator, empty for a state administrator'),
    office: line(0, OFFICE_MAXIMUM_LENGTH).optional(),
    designation: line(0, NAME_MAXIMUM_LENGTH).optional(),
  })
  .refine(({ role, districts: chosen }) => role === 'state' || chosen.length > 0, {
    error: 'field.required',
    path: ['districts'],
  })
  .refine(({ role, districts: chosen }) => role === 'district' || chosen.length === 0, {
    error: 'field.invalid',
    path: ['districts'],
  })
  .meta({ id: 'NewAdministrator' });

export type NewAdministrator = z.output<typeof newAdministrator>;
