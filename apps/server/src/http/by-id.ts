import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { signedIn } from './policy.ts';

/** Schema of the path parameters of a route with `:id`. */
export const byId = z.strictObject({ id: z.uuid() });

/** Returns the id of the caller, and the id in the path, of a call about the caller's own row. */
export function ownOf(request: FastifyRequest<{ Params: { id: string } }>): { userId: string; id: string } {
  return { userId: signedIn(request).userId, id: request.params.id };
}
