/** Decides whether an IP address belongs to the internet, or to this machine and the networks around it. Pure. */
import { BlockList, isIP } from 'node:net'

/** IPv4 networks that are not public: RFC 6890 and its successors. */
const kept4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/**
 * Networks within 2000::/3 that are not public: tunnels, which can hide any IPv4 address, and documentation.
 * Addresses outside of 2000::/3 are never public.
 */
const kept6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const notPublic = new BlockList()
for (const [network, prefix] of kept4) notPublic.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of kept6) notPublic.addSubnet(network, prefix, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Addresses at which machines in a cloud request their own credentials. */
const metadata = new BlockList()
metadata.addSubnet('169.254.0.0', 16, 'ipv4')
metadata.addSubnet('fd00:ec2::', 32, 'ipv6')
metadata.addAddress('100.100.100.200', 'ipv4')

/** `local`: this machine, its network, or an address that leads nowhere. `name`: not an IP address. */
export type AddressRange = 'public' | 'local' | 'metadata' | 'name'

export function isPublicAddress(address: string): boolean {
  return addressRange(address) === 'public'
}

export function addressRange(address: string): AddressRange {
  const family = isIP(address)
  if (family === 0) return 'name'
  const type = family === 4 ? 'ipv4' : 'ipv6'
  // A rule for IPv6 does not match an IPv4 address in IPv6 form, but a rule for IPv4 does.
  if (metadata.check(address, type)) return 'metadata'
  const isPublic = family === 4 ? !notPublic.check(address, type) : isPublic6(address)
  return isPublic ? 'public' : 'local'
}

function isPublic6(address: string): boolean {
  return global6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}
