import { PlatformError } from '../../../errors.ts'
import type { Params } from '../client.ts'

/** So many features may be refused one after the other before the refusal is taken for an answer. */
const maxRefusedFeatures = 20
const rememberMs = 10 * 60_000

/** Features that accounts have refused lately: they are asked for no more, so that the next ad costs no refusal. */
export interface RefusedFeatures {
  of(accountId: string): ReadonlySet<string>
  add(accountId: string, feature: string): void
}

export function createRefusedFeatures(): RefusedFeatures {
  const known = new Map<string, { until: number; names: Set<string> }>()
  const namesOf = (accountId: string) => {
    const kept = known.get(accountId)
    return kept && kept.until > Date.now() ? kept.names : new Set<string>()
  }
  return {
    of: namesOf,
    add: (accountId, feature) => {
      known.set(accountId, { until: Date.now() + rememberMs, names: namesOf(accountId).add(feature) })
    },
  }
}

/**
 * Which features an account knows changes without notice, and the platform may refuse even to switch off one that it
 * does not know. Such a switch is left out, so that the ad is made all the same; the receipt shows that it is missing.
 */
export async function withKnownFeatures<T>(
  params: Params,
  send: (params: Params) => Promise<T>,
  told?: { refused: RefusedFeatures; accountId: string },
): Promise<T> {
  let sent = [...(told?.refused.of(told.accountId) ?? [])].reduce((rest, name) => without(rest, name) ?? rest, params)
  for (let refused = 0; ; refused++) {
    try {
      return await send(sent)
    } catch (error) {
      const blamed = blamedIn(error)
      const rest = blamed !== undefined && refused < maxRefusedFeatures ? without(sent, blamed) : null
      if (!rest || blamed === undefined) throw error
      told?.refused.add(told.accountId, blamed)
      sent = rest
    }
  }
}

function blamedIn(error: unknown): string | undefined {
  if (!(error instanceof PlatformError) || error.kind !== 'rejected') return undefined
  return /creative_features_spec\W+(\w+)/.exec(error.failure.field ?? '')?.[1]
}

/** What somebody asked for is never left out. */
function without(params: Params, feature: string): Params | null {
  const degrees = params.degrees_of_freedom_spec as { creative_features_spec?: Record<string, object> } | undefined
  const { [feature]: blamed, ...kept } = degrees?.creative_features_spec ?? {}
  if (!blamed || !('enroll_status' in blamed) || blamed.enroll_status !== 'OPT_OUT') return null
  return { ...params, degrees_of_freedom_spec: { ...degrees, creative_features_spec: kept } }
}
