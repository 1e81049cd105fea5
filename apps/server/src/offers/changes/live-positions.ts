import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Position among the changes of one database, as `changed-keys.ts` defines it. */
export interface LivePosition {
  readonly position: number;
  /** Id of the database instance whose transactions the position counts: see `database/database-instance.ts`. */
  readonly instance: string;
}

/** Encrypts positions for clients. A position counts transactions, so a readable one would reveal how much all users write. */
export interface LivePositions {
  /** Returns a different text for each call. */
  readonly encrypt: (position: LivePosition) => string;
  /** Returns undefined if the text is not a position of this instance. */
  readonly decrypt: (text: string, instance: string) => number | undefined;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const POSITION_BYTES = 8;
const TAG_BYTES = 16;

/** Creates the encryption of positions. All processes with this secret can decrypt each other's positions. */
export function createLivePositions(secret: string): LivePositions {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'live positions', 32));
  return {
    encrypt: ({ position, instance }) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(instance));
      const plain = Buffer.alloc(POSITION_BYTES);
      plain.writeBigUInt64BE(BigInt(position));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      );
    },
    decrypt: (text, instance) => {
      const bytes = Buffer.from(text, 'base64url');
      const end = NONCE_BYTES + POSITION_BYTES;
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(Buffer.from(instance))
          .setAuthTag(bytes.subarray(end));
        const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, end)), decipher.final()]);
        return Number(plain.readBigUInt64BE());
      } catch {
        return undefined;
      }
    },
  };
}
