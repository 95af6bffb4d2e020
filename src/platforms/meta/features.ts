/** What parts of the service need on top of the permissions that every connection must hold. */
const scopesOf = {
  'page ads': ['pages_read_engagement', 'pages_manage_ads'],
  'secondary profiles': ['instagram_basic'],
  comments: ['pages_read_engagement', 'pages_read_user_content', 'pages_manage_engagement'],
  'secondary comments': ['instagram_basic', 'instagram_manage_comments'],
  'partnership ads': ['instagram_branded_content_ads_brand', 'business_management'],
} as const

export type FeatureName = keyof typeof scopesOf

export const features = Object.entries(scopesOf).map(([name, scopes]) => ({ name, scopes }))

const howToLook = 'What it lacks is told by: flightdeck connection check primary'

/** For a call that was refused because of a missing permission, or because the object belongs to somebody else. */
export function permissionHint(feature: FeatureName | undefined): string {
  if (feature === undefined) return `The connection's token lacks a permission for this. ${howToLook}`
  return `The feature "${feature}" needs ${scopesOf[feature].join(', ')}, and a role on what it touches. ${howToLook}`
}
