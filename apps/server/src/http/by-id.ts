import { z } from 'zod';

/** Schema of the path parameters of a route with `:id`. */
export const byId = z.strictObject({ id: z.uuid() });
