import { allScopes } from './graph/access/scopes.ts'

export const defaultToken = 'sandbox-meta-token'

/** The app of the sandbox: its secret signs calls. */
export const app = { id: '102938475610293', secret: 'sandbox-meta-app-secret', name: 'Sandbox App' }

const words: Partial<Record<string, string>> = {
  ads_management: 'Manage ads for ad accounts that you have access to',
  ads_read: 'Access your ads and their figures',
  business_management: 'Manage your business',
  pages_show_list: 'Show a list of the Pages you manage',
  pages_read_engagement: 'Read content posted on the Page',
  pages_manage_ads: 'Manage ads for the Page',
  instagram_basic: 'Access the profile and posts of the Instagram account',
}

const further = [
  'email',
  'leads_retrieval',
  'pages_manage_metadata',
  'pages_manage_posts',
  'public_profile',
  'read_insights',
]

/** What apps may ask for, in the words of the page that asks people. */
export const scopeWords: Record<string, string> = Object.fromEntries(
  [...allScopes, ...further].map((scope) => [scope, words[scope] ?? scope.replaceAll('_', ' ')]),
)
