import ipaddr from 'ipaddr.js';

/** Group of addresses that is counted as one, with a factor for the limit of a single address. */
export interface AddressKey {
  readonly key: string;
  readonly factor: number;
}

/** Factor of the limit of a /48, since a site with a /48 may have many households. */
const SITE_FACTOR = 4;

/**
 * Returns the groups in which an address is counted: an IPv4 address alone; an IPv6 address by its /64, the usual prefix of one
 * household or phone, and by its /48, the largest usual prefix of one customer.
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
