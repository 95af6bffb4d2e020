/** What the sandbox's own token may do. */
export const allScopes = [
  'ads_management',
  'ads_read',
  'business_management',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_ads',
  'pages_manage_engagement',
  'pages_read_user_content',
  'instagram_basic',
  'instagram_manage_comments',
  'instagram_branded_content_ads_brand',
] as const

export type Scope = (typeof allScopes)[number]
