/** RFC 8188: exports of `http_ece` that tests use. The package has no types. */
declare module 'http_ece' {
  export function decrypt(body: Buffer, options: object): Buffer;
}
