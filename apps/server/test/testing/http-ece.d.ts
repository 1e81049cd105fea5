/** RFC 8188: what `http_ece` exports that tests use; it has no types of its own. */
declare module 'http_ece' {
  export function decrypt(body: Buffer, options: object): Buffer;
}
