/** Opens the platform without end, for people with curl. What the token endpoint issues ends. */
export const defaultToken = 'sandbox-snapchat-token'
export const defaultRefreshToken = 'sandbox-snapchat-refresh'

/** The app of the sandbox. */
export const app = { id: 'sandbox-snapchat-app', secret: 'sandbox-snapchat-secret' }

export const paths = {
  consent: '/login/oauth2/authorize',
  token: '/login/oauth2/access_token',
  revoke: '/accounts/oauth2/revoke',
}

export const marketingScope = 'snapchat-marketing-api'

/** What apps may ask for, in the words of the page that asks people. */
export const scopeWords: Record<string, string> = {
  [marketingScope]: 'Manage your ads, media and figures',
  'snapchat-offline-conversions-api': 'Send conversions',
  'snapchat-profile-api': 'See your public profiles',
}
