import { policyWith } from '../http/docs/docs.ts'

/** Where pictures and videos of ads may come from besides HTTPS: ourselves under our other name, and the sandbox. */
export interface PictureSources {
  publicUrl: string
  mediaPublicUrl: string | null
  sandboxUrl: string | null
}

/** Only names that browsers know: Chromium writes a warning for every other one. */
const permissions = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'midi']

/**
 * What every page of the dashboard is bound to: it runs what we send, talks to us alone, and is shown in nobody's frame. `scripts`: those
 * that stand in the page itself, by their hashes.
 */
export function pageHeadersFor(sources: PictureSources, scripts: readonly string[] = []): Record<string, string> {
  const pictures = ["'self'", 'data:', 'blob:', 'https:', ...plainOrigins(sources)].join(' ')
  return {
    'content-security-policy': policyWith({
      ...{ 'img-src': pictures, 'media-src': pictures, 'worker-src': "'self'" },
      'script-src': ["'self'", ...scripts].join(' '),
    }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': permissions.map((name) => `${name}=()`).join(', '),
  }
}

/** HTTPS is allowed from everywhere; what is not has to be named. */
function plainOrigins({ publicUrl, mediaPublicUrl, sandboxUrl }: PictureSources): Set<string> {
  const addresses = [publicUrl, mediaPublicUrl, sandboxUrl].filter((each) => each !== null)
  const plain = addresses.map((address) => new URL(address)).filter(({ protocol }) => protocol === 'http:')
  return new Set(plain.map(({ origin }) => origin))
}
