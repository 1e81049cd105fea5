import { z } from 'zod';

/** Schema of the parameters of a path with `:id`. */
export const byId = z.strictObject({ id: z.uuid() });
