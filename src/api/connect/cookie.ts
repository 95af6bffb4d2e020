/** Binds the way back from a platform to the browser that set out. */
export function consentCookie(platform: string): string {
  return `flightdeck_connect_${platform}`
}
