import ipaddr from 'ipaddr.js';

/** A group of addresses that is counted as one, and how many times the limit of a single address it has. */
export interface AddressKey {
  readonly key: string;
  readonly factor: number;
}

/** A site that is given a /48 may hold many households, so it has this many times the limit of one. */
const SITE_FACTOR = 4;

/**
 * The groups that an address is counted in: an IPv4 address by itself; an IPv6 address by its /64, which is what one
 * household or phone is given, and by its /48, which is what one customer can be given.
 */
export function addressKeys(address: string): readonly AddressKey[] {
  if (!ipaddr.isValid(address)) return [{ key: 'unknown', factor: 1 }];
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return [{ key: parsed.toString(), factor: 1 }];
  const bytes = parsed.toByteArray();
  return [
    { key: `${bytes.slice(0, 8).join('.')}/64`, factor: 1 },
    { key: `${bytes.slice(0, 6).join('.')}/48`, factor: SITE_FACTOR },
  ];
}
