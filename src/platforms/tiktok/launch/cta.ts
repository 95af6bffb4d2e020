/** Words for an ad's button that the callers use on every platform, and what they are called here. */
const common: Record<string, string> = {
  BUY: 'SHOP_NOW',
  BUY_NOW: 'SHOP_NOW',
  BUY_TICKETS: 'GET_TICKETS_NOW',
  BOOK_TRAVEL: 'BOOK_NOW',
  BROWSE_SHOP: 'SHOP_NOW',
  CALL: 'CALL_NOW',
  CONTACT: 'CONTACT_US',
  DOWNLOAD: 'DOWNLOAD_NOW',
  FIND_OUT_MORE: 'LEARN_MORE',
  GET_A_QUOTE: 'GET_QUOTE',
  GET_DETAILS: 'LEARN_MORE',
  INSTALL_APP: 'INSTALL_NOW',
  INSTALL_MOBILE_APP: 'INSTALL_NOW',
  LISTEN_MUSIC: 'LISTEN_NOW',
  MESSAGE_PAGE: 'SEND_MESSAGE',
  MOBILE_DOWNLOAD: 'DOWNLOAD_NOW',
  OPEN_LINK: 'VIEW_NOW',
  SEE_MORE: 'VIEW_NOW',
  SEE_SHOP: 'SHOP_NOW',
  START_ORDER: 'ORDER_NOW',
  VIEW_PRODUCT: 'VIEW_NOW',
  VISIT_WEBSITE: 'VIEW_NOW',
  WATCH_LIVE_VIDEO: 'WATCH_LIVE',
  WATCH_MORE: 'WATCH_NOW',
  WATCH_VIDEO: 'WATCH_NOW',
}

const own = `
  APPLY_NOW BOOK_NOW CALL_NOW CONTACT_US DOWNLOAD_NOW EXPERIENCE_NOW GET_QUOTE GET_SHOWTIMES GET_TICKETS_NOW
  INSTALL_NOW INTERESTED LEARN_MORE LISTEN_NOW ORDER_NOW PLAY_GAME PREORDER_NOW READ_MORE SEND_MESSAGE SHOP_NOW
  SIGN_UP SUBSCRIBE VIEW_NOW VIEW_PROFILE VISIT_STORE WATCH_LIVE WATCH_NOW
`
  .trim()
  .split(/\s+/)

const callsToAction: ReadonlyMap<string, string> = new Map([
  ...Object.entries(common),
  ...own.map((word): [string, string] => [word, word]),
])

export const ctaWords: readonly string[] = [...callsToAction.keys()].sort()

export function platformCta(word: string): string | undefined {
  return callsToAction.get(word)
}
