import type { Feature } from '../../contract/features.ts'
import type { RequestedScope } from '../../contract/oauth.ts'

/**
 * The one list of a driver's permissions: what is asked for at consent, what every connection must hold, and what single features need on
 * top of that. `required`: each with what it is for.
 */
export function scopesOf(
  required: Readonly<Record<string, string>>,
  features: readonly Feature[] = [],
): { scopes: RequestedScope[]; neededScopes: string[] } {
  const neededScopes = Object.keys(required)
  const others = new Set(features.flatMap(({ scopes }) => scopes).filter((scope) => !neededScopes.includes(scope)))
  return {
    neededScopes,
    scopes: [
      ...Object.entries(required).map(([scope, feature]) => ({ scope, feature, isRequired: true })),
      ...Array.from(others, (scope) => ({ scope, feature: namesFor(scope, features), isRequired: false })),
    ],
  }
}

function namesFor(scope: string, features: readonly Feature[]): string {
  return features
    .filter(({ scopes }) => scopes.includes(scope))
    .map(({ name }) => name)
    .join(', ')
}
