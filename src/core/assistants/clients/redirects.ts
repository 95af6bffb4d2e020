/** Names that always mean the device itself. */
const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** What browsers run or open by themselves; every other scheme belongs to an app on the device. */
const ofBrowsers = new Set([
  ...['javascript', 'data', 'vbscript', 'file', 'filesystem', 'blob', 'about', 'view-source', 'chrome', 'edge'],
  ...['ftp', 'ws', 'wss', 'mailto', 'tel', 'sms', 'intent', 'http', 'https', 'jar', 'resource', 'shell', 'search-ms'],
])
const maxAddressLength = 2_000
export const maxRedirects = 20

/** Why nobody may be sent back there; null: they may. */
export function whyNoRedirect(address: string): string | null {
  const url = address.length > maxAddressLength ? null : URL.parse(address)
  // Plain letters alone: what looks like another address is one.
  if (!url || !/^[!-~]+$/.test(address) || /[\\"<>^`{|}]/.test(address)) return 'must be an address'
  if (address.includes('#')) return 'must have no fragment'
  if (url.username !== '' || url.password !== '') return 'must name nobody before its host'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:')
    return loopback.has(url.hostname) ? null : 'must be https, on this device (http://localhost), or an app’s own'
  const scheme = url.protocol.slice(0, -1)
  const isApps = /^[a-z][a-z0-9+.-]{2,49}$/.test(scheme) && !ofBrowsers.has(scheme) && !scheme.startsWith('ms-')
  return isApps && address.startsWith(`${scheme}://`) ? null : 'must be https, on this device, or an app’s own'
}

/** Whether an address is one of those that a client named: letter by letter, but for the port on the device itself (RFC 8252). */
export function isNamedRedirect(named: readonly string[], asked: string): boolean {
  if (whyNoRedirect(asked) !== null) return false
  return named.some((each) => each === asked || (isOnDevice(each) && withoutPort(each) === withoutPort(asked)))
}

export function isOnDevice(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'http:' && loopback.has(url.hostname)
}

/** As it was written, so that only the port may differ. */
function withoutPort(address: string): string {
  return address.replace(/^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/, '$1')
}

/** Where somebody is sent back, as people read it. */
export function returnPlace(address: string): string {
  const url = new URL(address)
  if (url.protocol === 'https:') return url.host
  return isOnDevice(address) ? 'this device' : `the app ${url.protocol.slice(0, -1)} on this device`
}

/** By what a client that registers itself anew is recognised. */
export function returnsTo(redirectUris: readonly string[]): string {
  return [...new Set(redirectUris.map(withoutPort))].sort().join(' ')
}
