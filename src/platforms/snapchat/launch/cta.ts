import { createCallsToAction } from '../../kit/cta.ts'

/** Those after the fifth of its own are known from third parties only. */
export const callsToAction = createCallsToAction(
  `
  MORE SHOP_NOW SIGN_UP LISTEN INSTALL_NOW WATCH_MORE VIEW_MORE BUY_NOW GET_NOW BOOK_NOW ORDER_NOW PLAY
  APPLY_NOW DOWNLOAD
  `,
  {
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
  },
)

export const usualCallToAction = 'MORE'
