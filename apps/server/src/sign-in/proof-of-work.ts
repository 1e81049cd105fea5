import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/**
 * Creates challenges and verifies proofs of work (ALTCHA, version 2). Solving one takes about a second on a phone, verifying it a
 * millisecond on the server.
 */
export interface Proofs {
  /** @param isDear Makes the challenge take `DEARNESS` times as long. */
  challenge: (now: Date, isDear: boolean) => Promise<Challenge>;
  /**
   * Returns the id of the solved challenge, or `undefined` for a proof that is wrong, expired, or of a challenge that was not issued here.
   */
  read: (proof: string, now: Date) => Promise<string | undefined>;
}

const ALGORITHM = 'PBKDF2/SHA-256';
const LIFETIME = 10 * 60_000;
/** PBKDF2 iterations of each attempt. */
const ROUNDS = 1_000;
const FEWEST_TRIES = 300;
const MOST_TRIES = 600;
const DEARNESS = 8;

/** Returns the keys that sign challenges. */
export function proofSecrets(secret: string) {
  return { hmacSignatureSecret: `${secret} proof`, hmacKeySignatureSecret: `${secret} proof key` };
}

export function createProofs(secret: string): Proofs {
  const secrets = proofSecrets(secret);
  return {
    challenge: (now, isDear) =>
      createChallenge({
        algorithm: ALGORITHM,
        cost: ROUNDS,
        counter: randomInt(MOST_TRIES, FEWEST_TRIES) * (isDear ? DEARNESS : 1),
        // The library compares `expiresAt` with the process clock. The product uses the database clock.
        data: { until: now.getTime() + LIFETIME },
        deriveKey,
        ...secrets,
      }),
    read: async (proof, now) => {
      try {
        const { challenge, solution } = JSON.parse(Buffer.from(proof, 'base64').toString('utf8'));
        const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
        const isFresh = challenge.parameters.data.until > now.getTime();
        return verified && isFresh ? String(challenge.signature) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
