/**
 * Returns the value of `Content-Disposition` for a download (RFC 6266). The name may have letters of any script; clients that cannot read
 * it save the file under the last ASCII part of the name.
 */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '').replace(/^[-.]+(?=\w)/, '');
  // `encodeURIComponent` leaves characters that RFC 8187 does not allow.
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
