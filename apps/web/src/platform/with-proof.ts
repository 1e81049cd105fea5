import type { Challenge } from 'altcha-lib';
import { ApiError, callApi } from './client.ts';

/**
 * Sends a form behind a security check. If the server asks for a proof of work, the device computes it, which takes a second or two,
 * and the form is sent again with it.
 *
 * @throws {ApiError}
 */
export function sendWithProof<Answer>(
  path: string,
  body: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Answer> {
  return withProof((proof) => callApi<Answer>(path, { method, body: { ...body, ...proof } }));
}

/**
 * Makes a call, and repeats it with a proof of work if the server asks for one.
 *
 * @throws {ApiError}
 */
export async function withProof<Answer>(
  call: (proof: { proof?: string }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call({});
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'proof_needed') throw error;
    const { solveProof } = await import('./solve-proof.ts');
    return call({ proof: await solveProof(await callApi<Challenge>('/auth/proof')) });
  }
}
