/** A part of the service that needs permissions which not every connection must hold. */
export interface Feature {
  name: string
  scopes: readonly string[]
}

export interface MissingScopes {
  feature: string
  scopes: string[]
}

/** What each feature lacks with these permissions. A platform that tells none is not judged by them. */
export function missingScopes(
  { features = [] }: { features?: readonly Feature[] },
  granted: string[],
): MissingScopes[] {
  if (granted.length === 0) return []
  return features
    .map(({ name, scopes }) => ({ feature: name, scopes: scopes.filter((scope) => !granted.includes(scope)) }))
    .filter(({ scopes }) => scopes.length > 0)
}
