import { ApiError, callApi } from '../platform/api/client.ts';

/**
 * Sends a form behind a security check. Where the server asks for a proof of work, the device does it, which takes a
 * second or two, and the form is sent again with it.
 *
 * @throws {ApiError}
 */
export async function sendWithProof<Answer>(path: string, body: object): Promise<Answer> {
  try {
    return await callApi<Answer>(path, { method: 'POST', body });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'proof_needed') throw error;
    const { solveProof } = await import('./solve-proof.ts');
    return callApi<Answer>(path, { method: 'POST', body: { ...body, proof: await solveProof() } });
  }
}
