import { expect, test } from 'vitest';
import { isPublicAddress, listOwnAddresses, normalizeAddress, refusedRanges } from './addresses.ts';

test.each([
  // The first and last address of each range of security S4.3.
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['100.100.100.200', '100.100.100.200'],
  ['127.0.0.0', '127.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['169.254.0.0', '169.254.255.255'],
  ['169.254.169.254', '169.254.169.254'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['::', '::1'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fd00:ec2::254', 'fd00:ec2::254'],
  ['fe80::', 'febf::ffff'],
  ['fec0::', 'feff::ffff'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::ffff'],
  ['2001:2::', '2001:2:0:ffff::'],
  ['2001:10::', '2001:1f::'],
  ['2001:20::', '2001:2f::'],
  ['2001:db8::', '2001:db8:ffff::'],
  ['3fff::', '3fff:0fff::'],
  ['5f00::', '5f00::1'],
])('refused: %s to %s', (first, last) => {
  expect(isPublicAddress(first)).toBe(false);
  expect(isPublicAddress(last)).toBe(false);
});

test.each([
  ['mapped', '::ffff:127.0.0.1', '::ffff:93.184.216.34'],
  ['mapped, in hexadecimal', '::ffff:7f00:1', '::ffff:5db8:d822'],
  ['compatible', '::10.0.0.1', '::93.184.216.34'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::5db8:d822'],
  ['6to4', '2002:7f00:1::', '2002:5db8:d822::'],
  ['6to4, private', '2002:c0a8:101::1', '2002:0808:0808::1'],
  // A Teredo client's address is stored inverted: 80ff:fffe is 127.0.0.1.
  ['Teredo client', '2001:0:5db8:d822::80ff:fffe', '2001:0:5db8:d822::a247:27dd'],
  ['Teredo server', '2001:0:7f00:1::a247:27dd', '2001:0:5db8:d822::a247:27dd'],
])('IPv6 that carries IPv4 is judged by what it carries: %s', (_name, inside, outside) => {
  expect(isPublicAddress(inside)).toBe(false);
  expect(isPublicAddress(outside)).toBe(true);
});

test('local NAT64 is refused whatever it carries', () => {
  expect(isPublicAddress('64:ff9b:1::5db8:d822')).toBe(false);
});

test.each([
  '93.184.216.34',
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4007::1',
])('public: %s', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(['', 'localhost', '127.1x', 'fe80::1%eth0', '2606:4700::1111%eth0', '1.2.3.4.5'])(
  'what is no plain address is refused: %j',
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
  },
);

test('every row of the table is a range that refuses its own base', () => {
  for (const [range] of refusedRanges) expect(isPublicAddress(range.split('/')[0] ?? '')).toBe(false);
});

test('the machine knows its own addresses, in one spelling', () => {
  expect(listOwnAddresses()).toContain('127.0.0.1');
  expect(normalizeAddress('FE80:0:0::1%eth0')).toBe('fe80::1');
  expect(normalizeAddress('::ffff:10.0.0.1')).toBe('10.0.0.1');
});
