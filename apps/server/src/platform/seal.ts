import { armor, Encrypter } from 'age-encryption';

/** Returns true for a public key of `age`, with which a text can be sealed. */
export function isRecipient(key: string): boolean {
  try {
    encrypterFor(key);
    return key.startsWith('age1');
  } catch {
    return false;
  }
}

/** Encrypts a text so that only the owner of the key's other half, which no process of the product has, can read it. */
export async function seal(recipient: string, text: string): Promise<string> {
  return armor.encode(await encrypterFor(recipient).encrypt(text));
}

function encrypterFor(recipient: string): Encrypter {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  return encrypter;
}
