import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { proofSecrets } from '../../src/sign-in/proof-of-work.ts';
import type { Caller } from './test-app.ts';

/** Solves a proof of work as a browser does. */
export async function solveProof(test: Caller): Promise<string> {
  const challenge = (await test.call({ url: '/api/auth/proof', address: '192.0.2.77' })).json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return encoded({ challenge, solution });
}

/** Makes a proof of work by the secret of the server, at once. */
export async function knownProof(secret: string): Promise<string> {
  const challenge = await createChallenge({
    ...{ algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 1, deriveKey, ...proofSecrets(secret) },
    data: { until: Date.now() + 60_000 },
  });
  return encoded({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
}

function encoded(proof: object): string {
  return Buffer.from(JSON.stringify(proof)).toString('base64');
}
