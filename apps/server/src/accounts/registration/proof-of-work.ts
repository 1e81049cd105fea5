import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Makes and checks proofs of work (ALTCHA, version 2): about a second of a phone's time, a millisecond of the server's. */
export interface Proofs {
  readonly challenge: (now: Date) => Promise<Challenge>;
  /** The id of the challenge that was solved; undefined for a proof that is wrong, foreign or stale. */
  readonly read: (proof: string, now: Date) => Promise<string | undefined>;
}

const ALGORITHM = 'PBKDF2/SHA-256';
const LIFETIME = 10 * 60_000;
/** Rounds of each try, and how many tries the solution is away. */
const ROUNDS = 1_000;
const FEWEST_TRIES = 300;
const MOST_TRIES = 600;

export function createProofs(secret: string): Proofs {
  const secrets = {
    hmacSignatureSecret: `${secret} proof`,
    hmacKeySignatureSecret: `${secret} proof key`,
  };
  return {
    challenge: (now) =>
      createChallenge({
        algorithm: ALGORITHM,
        cost: ROUNDS,
        counter: randomInt(MOST_TRIES, FEWEST_TRIES),
        // Not `expiresAt`, which the library compares with the clock of the process: the product has its own.
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
