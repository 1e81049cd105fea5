import { z } from 'zod';

/** Response body with only a human-readable message. */
export const confirmationSchema = z.strictObject({ message: z.string() }).meta({ id: 'Confirmation' });

export type Confirmation = z.infer<typeof confirmationSchema>;
