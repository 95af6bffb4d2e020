import { scopesOf } from '../kit/oauth/scopes.ts'

/** What single features need on top of the permissions that every connection must hold. */
export const features = [{ name: 'Spark ads', scopes: ['690', '691', '692', '693'] }]

/**
 * They are chosen at the app, not asked for at consent, and the advertiser may narrow them. Numbers stand in levels: whoever holds 2 holds 20
 * and 200 as well.
 */
export const { scopes } = scopesOf(
  {
    ...{ '100': 'ad accounts', '44': 'figures' },
    ...{
      '200': 'reading campaigns',
      '201': 'changing campaigns',
      '210': 'reading ad groups',
      '211': 'changing ad groups',
    },
    ...{ '220': 'reading ads', '221': 'changing ads', '601': 'pictures', '611': 'videos', '612': 'covers of videos' },
  },
  features,
)

/** What was granted, with what it includes of the above. */
export function withIncluded(granted: readonly string[]): string[] {
  const included = scopes
    .map(({ scope }) => scope)
    .filter((scope) => granted.some((parent) => scope.startsWith(parent)))
  return [...new Set([...granted, ...included])]
}
