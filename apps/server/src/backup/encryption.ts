import { open, readFile, writeFile } from 'node:fs/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { StartupError } from '../startup-error.ts';

/** How every file in the format of `age` (age-encryption.org/v1) begins. */
const BEGINNING = 'age-encryption.org/v1';
/** Only who restores may read the key. */
const PRIVATE = 0o600;

/** A key opens none of the file, or the file was changed. */
export class DecryptionError extends Error {}

/** A step of a pipeline: pieces in, pieces out. */
export type Step = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Leaves the pieces as they are. */
export const unchanged: Step = (source) => source;

/** Encrypts to the owners of these recipients. @throws {StartupError} when one of them is none. */
export function encrypting(recipients: readonly string[]): Step {
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    const add = () => encrypter.addRecipient(recipient);
    orRefuse(add, `${recipient} is no recipient of age: it begins with age1 and stands beside the key.`);
  }
  return async function* encrypted(source) {
    yield* piecesOf(await encrypter.encrypt(streamOf(source)));
  };
}

/** Decrypts with any of these keys; its pieces throw {@link DecryptionError}. */
export function decrypting(keys: readonly string[]): Step {
  const decrypter = new Decrypter();
  for (const key of keys) decrypter.addIdentity(key);
  return async function* decrypted(source) {
    try {
      yield* piecesOf(await decrypter.decrypt(streamOf(source)));
    } catch (error) {
      // The file itself could not be read.
      if ((error as NodeJS.ErrnoException).code !== undefined) throw error;
      const isForeign = /no identity matched/.test((error as Error).message);
      const reason = isForeign
        ? 'it was encrypted for another key'
        : 'it is cut off, damaged or of another kind';
      throw new DecryptionError(reason, { cause: error });
    }
  };
}

/** Whether the file is in the format of `age`; a file that cannot be read is not. */
export async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING.length));
    return buffer.toString('utf8', 0, bytesRead) === BEGINNING;
  } finally {
    await handle.close();
  }
}

/** The keys in a file as `age-keygen` writes it: a line each, remarks begin with `#`. @throws {StartupError} when there is none. */
export async function readKeys(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${file} cannot be read: ${error.code}.`);
  });
  const keys = text.split('\n').flatMap((line) => /^\s*(AGE-SECRET-KEY-\S+)\s*$/.exec(line)?.[1] ?? []);
  const reason = `${file} holds no key of age: a line that begins with AGE-SECRET-KEY-.`;
  if (keys.length === 0) throw new StartupError(reason);
  orRefuse(() => decrypting(keys), reason);
  return keys;
}

/** Writes a new key into a new file. @returns the recipient that belongs to it. */
export async function makeKey(file: string): Promise<string> {
  const key = await generateX25519Identity();
  const recipient = await identityToRecipient(key);
  const text = `# public key: ${recipient}\n${key}\n`;
  await writeFile(file, text, { mode: PRIVATE, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${file} cannot be made: ${error.code}.`);
  });
  return recipient;
}

/** The library is typed by the browser's streams, which are Node's own. */
function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return WebStream.from(source) as ReadableStream<Uint8Array>;
}

function piecesOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return stream as unknown as AsyncIterable<Uint8Array>;
}

function orRefuse(action: () => unknown, reason: string): void {
  try {
    action();
  } catch {
    throw new StartupError(reason);
  }
}
