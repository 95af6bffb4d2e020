/** The app of the sandbox: its secret opens the token endpoint. */
export const app = { id: '1490001', secret: 'sandbox-pinterest-app-secret' }
export const defaultToken = 'sandbox-pinterest-token'
export const defaultRefreshToken = 'sandbox-pinterest-refresh'

/** What apps may ask for, in the words of the page that asks people. */
export const scopeWords = {
  'ads:read': 'See your advertising data, including ads, ad groups and campaigns',
  'ads:write': 'Create, update or delete ads, ad groups and campaigns',
  'boards:read': 'See your public boards',
  'boards:read_secret': 'See your secret boards',
  'boards:write': 'Create, update or delete your public boards',
  'boards:write_secret': 'Create, update or delete your secret boards',
  'catalogs:read': 'See your catalogs',
  'catalogs:write': 'Create, update or delete your catalogs',
  'pins:read': 'See your public Pins',
  'pins:read_secret': 'See your secret Pins',
  'pins:write': 'Create, update or delete your public Pins',
  'pins:write_secret': 'Create, update or delete your secret Pins',
  'user_accounts:read': 'See your user accounts',
}

export const allScopes = Object.keys(scopeWords)
