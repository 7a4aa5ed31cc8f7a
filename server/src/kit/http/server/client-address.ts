import ipaddr from 'ipaddr.js';

/** The key under which a client is counted: an IPv6 customer has a whole /64 to choose addresses from. */
export function clientKeyOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const bytes = ipaddr.process(address).toByteArray();
  return ipaddr.fromByteArray(bytes.map((byte, index) => (index < 8 ? byte : 0))).toString();
}
