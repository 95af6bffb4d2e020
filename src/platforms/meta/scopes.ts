import { scopesOf } from '../kit/oauth/scopes.ts'
import { features } from './features.ts'

export const { scopes, neededScopes } = scopesOf(
  {
    ads_management: 'launching and changing ads',
    ads_read: 'ad accounts and figures',
    pages_show_list: 'pages that ads speak for',
  },
  features,
)
