import { scopesOf } from '../kit/oauth/scopes.ts'

/** One permission for everything. */
export const { scopes, neededScopes } = scopesOf({
  'https://www.googleapis.com/auth/adwords': 'ad accounts, figures and changes',
})
