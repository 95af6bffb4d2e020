import { scopesOf } from '../kit/oauth/scopes.ts'

/** One permission for everything that is done here; a profile of one's own opens to chosen apps alone. */
export const { scopes, neededScopes } = scopesOf({
  'snapchat-marketing-api': 'ad accounts, figures, media and ads',
})
