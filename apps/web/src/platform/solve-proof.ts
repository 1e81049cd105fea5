import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { callApi } from './client.ts';

/** Fetches a proof-of-work challenge and solves it with Web Crypto. Returns base64 of JSON, as the API accepts it. */
export async function solveProof(): Promise<string> {
  const challenge = await callApi<Challenge>('/auth/proof');
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
