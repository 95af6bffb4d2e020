import { scopesOf } from '../kit/oauth/scopes.ts'

/** The person grants all of them or none, and one that the app has no product for ends the whole login. */
export const { scopes, neededScopes } = scopesOf({
  r_ads: 'ad accounts and campaigns',
  rw_ads: 'launching and changing ads',
  r_ads_reporting: 'figures',
  r_organization_social: 'posts of organizations',
  w_organization_social: 'posts for ads, and comments',
  rw_organization_admin: 'organizations and who may speak for them',
})
