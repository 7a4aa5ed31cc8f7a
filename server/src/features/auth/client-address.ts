import ipaddr from 'ipaddr.js';
import { normalAddress } from '../../kit/addresses.ts';

const network = (text: string, bits: { ipv4: number; ipv6: number }) => {
  const normal = normalAddress(text);
  if (!ipaddr.isValid(normal)) return normal;
  const address = ipaddr.parse(normal);
  const kept = bits[address.kind()];
  const bytes = address.toByteArray().map((byte, index) => {
    const own = Math.min(8, Math.max(0, kept - index * 8));
    return byte & (0xff << (8 - own));
  });
  return ipaddr.fromByteArray(bytes).toString();
};

/** Whom a limit counts: an IPv6 customer has a whole /64 to choose addresses from. */
export const countedAddress = (address: string) => network(address, { ipv4: 32, ipv6: 64 });

/** What may be kept beside a session: the neighbourhood, not the household. */
export const truncatedAddress = (address: string) => network(address, { ipv4: 24, ipv6: 48 });
