/** The platform's own words for a button. Those after the fifth are known from third parties only. */
const ownWords = [
  'MORE',
  'SHOP_NOW',
  'SIGN_UP',
  'LISTEN',
  'INSTALL_NOW',
  'WATCH_MORE',
  'VIEW_MORE',
  'BUY_NOW',
  'GET_NOW',
  'BOOK_NOW',
  'ORDER_NOW',
  'PLAY',
  'APPLY_NOW',
  'DOWNLOAD',
]

/** Our common words where the platform says it otherwise. */
const otherWords: Record<string, string> = {
  LEARN_MORE: 'MORE',
  SEE_MORE: 'MORE',
  GET_DETAILS: 'MORE',
  FIND_OUT_MORE: 'MORE',
  OPEN_LINK: 'MORE',
  VISIT_WEBSITE: 'MORE',
  VIEW_PRODUCT: 'VIEW_MORE',
  SEE_SHOP: 'SHOP_NOW',
  BROWSE_SHOP: 'SHOP_NOW',
  ADD_TO_CART: 'SHOP_NOW',
  BUY: 'BUY_NOW',
  SUBSCRIBE: 'SIGN_UP',
  GET_STARTED: 'SIGN_UP',
  LISTEN_NOW: 'LISTEN',
  LISTEN_MUSIC: 'LISTEN',
  INSTALL_APP: 'INSTALL_NOW',
  INSTALL_MOBILE_APP: 'INSTALL_NOW',
  MOBILE_DOWNLOAD: 'INSTALL_NOW',
  WATCH_VIDEO: 'WATCH_MORE',
  GET_OFFER: 'GET_NOW',
  BOOK_TRAVEL: 'BOOK_NOW',
  START_ORDER: 'ORDER_NOW',
  PLAY_GAME: 'PLAY',
}

/** The platform's word for a call to action, by every word that is understood. */
export const callsToAction: ReadonlyMap<string, string> = new Map([
  ...ownWords.map((word): [string, string] => [word, word]),
  ...Object.entries(otherWords),
])

export const usualCallToAction = 'MORE'
