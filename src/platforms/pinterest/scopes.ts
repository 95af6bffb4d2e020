import { scopesOf } from '../kit/oauth/scopes.ts'

/** What single features need on top of the permissions that every connection must hold. */
export const features = [{ name: 'profiles', scopes: ['user_accounts:read'] }]

export const { scopes, neededScopes } = scopesOf(
  {
    'ads:read': 'ad accounts and figures',
    'ads:write': 'launching and changing ads',
    'boards:read': 'choosing boards',
    'boards:write': 'pins for ads',
    'pins:read': 'looking for pins that were made',
    'pins:write': 'pins for ads',
  },
  features,
)
