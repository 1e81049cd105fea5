/** Maximum length of a provider's answer in bytes. A longer one is no answer to any of our calls. */
const LONGEST_ANSWER = 1_000_000;

/** Reads the JSON of a provider's answer, and no more than a bound: a provider must not fill the memory of the process. @throws beyond it. */
export async function readAnswer({ body }: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > LONGEST_ANSWER) throw new Error('The answer of the provider is too long');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
