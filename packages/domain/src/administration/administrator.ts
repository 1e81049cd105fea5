import { z } from 'zod';
import { emailSchema, newAdministratorPasswordSchema } from '../accounts/credentials.ts';
import { administrationSchema, administratorRoles } from '../accounts/user.ts';
import { NAME_MAXIMUM_LENGTH, NAME_MINIMUM_LENGTH, OFFICE_MAXIMUM_LENGTH } from '../constants.ts';
import { line } from '../language/text.ts';
import { districtNameSchema } from '../reference/place.ts';
import { districts } from '../reference/places.ts';

/** Account of an administrator. */
export const administratorSchema = administrationSchema
  .extend({
    _id: z.uuid(),
    name: z.string(),
    email: z.string(),
    designation: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'Administrator' });

export type Administrator = z.infer<typeof administratorSchema>;

/** `GET /admin/administrators`. */
export const administratorListSchema = z
  .strictObject({ administrators: z.array(administratorSchema) })
  .meta({ id: 'AdministratorList' });

export type AdministratorList = z.infer<typeof administratorListSchema>;

/** `POST /admin/administrators`. */
export const newAdministratorSchema = z
  .strictObject({
    name: line(NAME_MINIMUM_LENGTH, NAME_MAXIMUM_LENGTH),
    email: emailSchema,
    password: newAdministratorPasswordSchema,
    role: z.enum(administratorRoles, { error: 'field.choice' }).default('state'),
    districts: z
      .array(districtNameSchema)
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

export type NewAdministrator = z.output<typeof newAdministratorSchema>;

/** `PATCH /admin/administrators/{id}`. `role` and `districts` must fit together after the change. */
export const administratorChangeSchema = z
  .strictObject({
    name: line(NAME_MINIMUM_LENGTH, NAME_MAXIMUM_LENGTH),
    role: z.enum(administratorRoles, { error: 'field.choice' }),
    districts: z.array(districtNameSchema).max(districts.length, { error: 'field.invalid' }),
    office: line(0, OFFICE_MAXIMUM_LENGTH),
    designation: line(0, NAME_MAXIMUM_LENGTH),
    password: newAdministratorPasswordSchema.describe(
      'First password, which must be changed at the next sign-in',
    ),
    removesFactor: z.literal(true).describe('Removes the second factor, if its device is lost'),
  })
  .partial()
  .meta({ id: 'AdministratorChange' });

export type AdministratorChange = z.output<typeof administratorChangeSchema>;
