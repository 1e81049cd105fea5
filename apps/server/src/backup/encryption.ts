import { open, readFile, writeFile } from 'node:fs/promises';
import { ReadableStream as WebStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { codeOf } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';

/** First bytes of every file in the format of `age` (age-encryption.org/v1). */
const BEGINNING = 'age-encryption.org/v1';
/** File mode of a key, which only its owner may read. */
const PRIVATE = 0o600;

/** Thrown if no key decrypts the file, or if the file was changed. */
export class DecryptionError extends Error {}

/** Transform of a pipeline, which maps chunks to chunks. */
export type Step = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

/** Passes chunks through unchanged. */
export const unchanged: Step = (source) => source;

/** Encrypts to these recipients. @throws {StartupError} for an invalid recipient. */
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

/** Decrypts with any of these keys. The stream throws {@link DecryptionError}. */
export function decrypting(keys: readonly string[]): Step {
  const decrypter = new Decrypter();
  for (const key of keys) decrypter.addIdentity(key);
  return async function* decrypted(source) {
    try {
      yield* piecesOf(await decrypter.decrypt(streamOf(source)));
    } catch (error) {
      // An error with a code comes from reading the file.
      if (codeOf(error) !== undefined) throw error;
      const isForeign = /no identity matched/.test(String(error));
      const reason = isForeign
        ? 'it was encrypted for another key'
        : 'it is cut off, damaged or of another kind';
      throw new DecryptionError(reason, { cause: error });
    }
  };
}

/** Returns true for a file in the format of `age`, and false for a file that cannot be read. */
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

/** Returns the keys in a file written by `age-keygen`: one per line, comments begin with `#`. @throws {StartupError} without a key. */
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

/** Writes a new key to a new file. @returns its recipient. */
export async function makeKey(file: string): Promise<string> {
  const key = await generateX25519Identity();
  const recipient = await identityToRecipient(key);
  const text = `# public key: ${recipient}\n${key}\n`;
  await writeFile(file, text, { mode: PRIVATE, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${file} cannot be made: ${error.code}.`);
  });
  return recipient;
}

function streamOf(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  // The library's types use the browser's stream types, which Node's streams implement too.
  return WebStream.from(source) as ReadableStream<Uint8Array>;
}

function piecesOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  // Node's streams are async iterable, which the browser's stream types lack.
  return stream as unknown as AsyncIterable<Uint8Array>;
}

function orRefuse(action: () => unknown, reason: string): void {
  try {
    action();
  } catch {
    throw new StartupError(reason);
  }
}
