import { expect, test } from 'vitest'
import { isPublicAddress } from '#engine/net/publicAddress'

test.each(['1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.0.1', '192.169.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

// Catches an address of this machine, its network or a cloud's metadata service that passes as public, perhaps in a
// form that hides what it is.
test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.251',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  'example.com',
  '2130706433',
  '',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
