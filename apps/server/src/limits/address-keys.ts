import ipaddr from 'ipaddr.js';

/** Group of addresses that is counted as one. `factor` multiplies the limit of a single address. */
export interface AddressKey {
  readonly key: string;
  readonly factor: number;
}

/** Factor on the limit for a /48, since a site with a /48 may have many households. */
const SITE_FACTOR = 4;

/**
 * Returns the groups in which an address counts: for IPv4 the address itself; for IPv6 its /64, the usual prefix of a household or phone,
 * and its /48, the largest usual prefix of a customer.
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
