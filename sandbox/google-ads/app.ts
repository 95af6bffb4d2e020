/** Opens the platform without end, for people with curl. What the token address issues ends. */
export const defaultToken = 'sandbox-google-ads-token'
export const defaultRefreshToken = 'sandbox-google-ads-refresh'
export const developerToken = 'sandbox-google-ads-dev'

/** The OAuth client of the sandbox. */
export const app = { id: 'sandbox-google-ads.apps.example', secret: 'sandbox-google-ads-secret' }

export const scope = 'https://www.googleapis.com/auth/adwords'

/** What clients may ask for, in the words of the page that asks people. */
export const scopeWords: Record<string, string> = {
  [scope]: 'See, edit, create and delete your Google Ads accounts and data',
  openid: 'Associate you with your personal info on Google',
  email: 'See your primary Google Account email address',
  profile: 'See your personal info',
}

export const paths = { consent: '/o/oauth2/v2/auth', token: '/token', revoke: '/revoke', about: '/tokeninfo' }
