import { isIP } from 'node:net'
import { z } from 'zod'

export const proxySettings = {
  TRUST_PROXY: {
    default: 'off',
    about:
      'which proxies may say in X-Forwarded-For where a call comes from: how many stand in a row before us (1), or their addresses and networks by comma (10.0.0.0/8); off: none',
  },
} as const

/** Whose word counts about where a call comes from: nobody's, that of so many in a row, or of these. */
export type TrustProxy = false | number | string[]

const maxHops = 10
const wrong = `must be off, a number of proxies from 1 to ${maxHops}, or addresses and networks by comma`

export const proxyEnvironment = {
  TRUST_PROXY: z
    .string()
    .default('off')
    .transform((text, context): TrustProxy => {
      const read = readTrustProxy(text.trim())
      if (read !== null) return read
      context.addIssue({ code: 'custom', message: wrong })
      return z.NEVER
    }),
}

function readTrustProxy(text: string): TrustProxy | null {
  if (text === 'off') return false
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= maxHops ? Number(text) : null
  const places = text.split(',').map((place) => place.trim())
  return places.every(isPlace) ? places : null
}

/** An address, or a network such as 10.0.0.0/8. */
function isPlace(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
