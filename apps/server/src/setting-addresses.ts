import { isIP } from 'node:net';

/** Returns true for an IP address, alone or with the number of bits of its network (CIDR). */
export function isAddressRange(range: string): boolean {
  const [address = '', bits = '0'] = range.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

/** Returns false for a URL whose password contains a sign that ends it, so that a part of the password would be read as the host. */
export function isDatabaseUrl(url: string): boolean {
  const [address = ''] = url.split('?');
  return URL.canParse(url) && !url.includes('#') && address.split('@').length <= 2 && !isCut(new URL(url));
}

/** Returns true if the first `/` or `?` of a password was read as the end of the host, so that the `@` is behind it. */
function isCut({ host, username, pathname, search }: URL): boolean {
  return host !== '' && username === '' && `${pathname}${search}`.includes('@');
}
