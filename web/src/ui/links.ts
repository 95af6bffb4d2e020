/** An address that may stand in a link: what platforms and people write can also be `javascript:`. null: it may not. */
export function safeLink(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address, location.origin)) return null
  const { protocol, href } = new URL(address, location.origin)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
