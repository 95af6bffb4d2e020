/** Opens the platform without end, for people with curl. What the token address issues ends. */
export const defaultToken = 'sandbox-linkedin-token'
export const defaultRefreshToken = 'sandbox-linkedin-refresh'

/** The app of the sandbox. */
export const app = { id: 'sandbox-linkedin-client', secret: 'sandbox-linkedin-secret' }

export const paths = {
  consent: '/oauth/v2/authorization',
  token: '/oauth/v2/accessToken',
  introspect: '/oauth/v2/introspectToken',
  revoke: '/oauth/v2/revoke',
  userInfo: '/v2/userinfo',
}

/** What apps may ask for, in the words of the page that asks people. */
export const scopeWords: Record<string, string> = {
  r_ads: 'Retrieve your advertising accounts',
  rw_ads: 'Manage your advertising accounts',
  r_ads_reporting: 'Retrieve reporting for your advertising accounts',
  r_organization_social: 'Retrieve your organizations’ posts, comments, reactions and engagement data',
  w_organization_social: 'Create, modify and delete posts, comments and reactions on your organizations’ behalf',
  r_organization_admin: 'Retrieve your organizations’ pages and reporting data',
  rw_organization_admin: 'Manage your organizations’ pages and retrieve reporting data',
  r_basicprofile: 'Use your name and photo',
  openid: 'Use your name and photo',
  profile: 'Use your name and photo',
  email: 'Use the primary email address of your account',
  w_member_social: 'Create, modify and delete posts on your behalf',
  rw_conversions: 'Manage your conversions',
  r_marketing_leadgen_automation: 'Retrieve your leads',
}
