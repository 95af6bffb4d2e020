/** The platform's own words for the button of an ad. */
const ownWords = `
  GET_OFFER LEARN_MORE ORDER_NOW SHOP_NOW SIGN_UP SUBSCRIBE BUY_NOW CONTACT_US GET_QUOTE VISIT_SITE APPLY_NOW BOOK_NOW
  REQUEST_DEMO REGISTER_NOW FIND_A_DEALER ADD_TO_CART WATCH_NOW READ_MORE BUY_TICKETS DONATE_NOW DOWNLOAD EXPLORE_MORE
  FIND_A_LOCATION GET_DEAL GET_RECIPE GET_SHOWTIMES ON_SALE PLAY_GAME TRY_IT
`
  .trim()
  .split(/\s+/)

/** Common words that the platform has under another name; null: the ad has no button. */
const otherWords: Record<string, string | null> = {
  BOOK_TRAVEL: 'BOOK_NOW',
  BROWSE_SHOP: 'SHOP_NOW',
  BUY: 'BUY_NOW',
  CONTACT: 'CONTACT_US',
  DONATE: 'DONATE_NOW',
  FIND_OUT_MORE: 'LEARN_MORE',
  GET_A_QUOTE: 'GET_QUOTE',
  GET_DETAILS: 'LEARN_MORE',
  GET_DIRECTIONS: 'FIND_A_LOCATION',
  GET_IN_TOUCH: 'CONTACT_US',
  GET_OFFER_VIEW: 'GET_OFFER',
  GET_PROMOTIONS: 'GET_DEAL',
  INSTALL_APP: 'DOWNLOAD',
  INSTALL_MOBILE_APP: 'DOWNLOAD',
  MOBILE_DOWNLOAD: 'DOWNLOAD',
  NO_BUTTON: null,
  OPEN_LINK: 'VISIT_SITE',
  SEE_MORE: 'EXPLORE_MORE',
  SEE_SHOP: 'SHOP_NOW',
  START_ORDER: 'ORDER_NOW',
  TRY_DEMO: 'REQUEST_DEMO',
  VISIT_WEBSITE: 'VISIT_SITE',
  WATCH_MORE: 'WATCH_NOW',
  WATCH_VIDEO: 'WATCH_NOW',
}

const words: ReadonlyMap<string, string | null> = new Map([
  ...ownWords.map((word): [string, string] => [word, word]),
  ...Object.entries(otherWords),
])

export const callsToAction: readonly string[] = [...words.keys()].sort()

export function isCallToAction(word: string): boolean {
  return words.has(word)
}

/** The platform's word; undefined: the ad has no button. */
export function buttonFor(cta: string | undefined): string | undefined {
  return cta === undefined ? undefined : (words.get(cta) ?? undefined)
}
