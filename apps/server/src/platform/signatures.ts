import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the hexadecimal HMAC-SHA256 of the content under the secret. */
export function sign(secret: string, content: string | Buffer): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}

/** Returns true if both texts are equal. Compares in constant time. */
export function isSameSecret(expected: string, given: string): boolean {
  const [first, second] = [Buffer.from(expected), Buffer.from(given)];
  return first.length === second.length && timingSafeEqual(first, second);
}
