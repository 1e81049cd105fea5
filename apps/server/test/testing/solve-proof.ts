import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Caller } from './test-app.ts';

/** Solves a proof of work as a browser does. */
export async function solveProof(test: Caller): Promise<string> {
  const challenge = (await test.call({ url: '/api/auth/proof', address: '192.0.2.77' })).json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
