import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Special-purpose blocks inside 2000::/3, whatever the library of the day calls them. */
const special6 = [
  '2001::/23', // IETF protocol assignments: Teredo, benchmarking, ORCHID, AMT
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which carries any IPv4 address inside
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map((block) => ipaddr.IPv6.parseCIDR(block))

/**
 * Whether an address may be reached on behalf of a user. Only what is certainly on the public internet is:
 * IPv6 forms that carry an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) lie outside 2000::/3 or in its special blocks.
 */
export function isPublicAddress(ip: string): boolean {
  const family = isIP(ip)
  if (family === 4) return ipaddr.IPv4.parse(ip).range() === 'unicast'
  if (family !== 6 || ip.includes('%')) return false
  const address = ipaddr.IPv6.parse(ip)
  if (!address.match(globalUnicast6) || address.range() !== 'unicast') return false
  return !special6.some((block) => address.match(block))
}
