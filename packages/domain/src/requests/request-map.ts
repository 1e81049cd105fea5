import { z } from 'zod';

/** Number of active requests that lead to a district, and number that lead away from it. */
export const districtDemand = z.strictObject({
  district: z.string(),
  coming: z.int().describe('Requests for a place here'),
  leaving: z.int().describe('Requests of teachers posted here'),
});

/** `GET /requests/map`: every district once. */
export const requestMap = z.strictObject({ districts: z.array(districtDemand) }).meta({ id: 'RequestMap' });

export type RequestMap = z.infer<typeof requestMap>;
