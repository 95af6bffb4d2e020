import { useQuery } from '@tanstack/react-query'
import type { LaunchAdsReply200 } from '../../../../client/src/index.ts'
import { flightdeck } from '../client/flightdeck.ts'
import type { Input } from '../client/flightdeck.ts'
import type { OpenDraft } from './drafts.ts'
import { keyFor, keyOf, shortNameOf } from './launch-key.ts'
import type { Labels } from './launch-key.ts'
import { keysOf } from '../nouns.ts'
import { write } from '../client/write.ts'

/** As they are written: the service says what is wrong with them. */
type Ads = Record<string, unknown>[]
type Body = Input<'launchAds'>
export type Rehearsal = LaunchAdsReply200

/** Each ad with what stands against it by the rules: asked while somebody writes, the platforms are left alone. */
export async function checkAds(ads: Ads, signal: AbortSignal) {
  const asked = { ads, depth: 'rules' } as unknown as Input<'validateLaunch'>
  return (await flightdeck.validateLaunch(asked, { signal })).ads
}

/** What would be made of these ads, as the platforms see them now. */
export const useRehearsal = (ads: Ads, onRefused: (error: unknown) => void) =>
  useQuery({
    queryKey: keysOf('plans')('launch', ads),
    gcTime: 0,
    staleTime: Infinity,
    queryFn: ({ signal }): Promise<Rehearsal> =>
      flightdeck
        .launchAds({ ads, dryRun: true, depth: 'platform' } as unknown as Body & { dryRun: true }, { signal })
        .catch((error: unknown) => {
          onRefused(error)
          throw error
        }),
  })

/** Launches ads; those of a draft in its place, so that nobody launches it again. */
export const launch = write(
  async ({ ads, labels, draft }: { ads: Ads; labels: Labels; draft: OpenDraft | null }) => {
    const name = shortNameOf([draft?.id, ads])
    if (!draft) {
      const { key: idempotencyKey, labels: sent } = keyFor(name, { labels })
      return flightdeck.launchAds({ ads: labelled(ads, sent) } as unknown as Body & { dryRun?: false }, {
        idempotencyKey,
      })
    }
    const { id, updatedAt } = draft
    // A repeat asks for the answer of the first: the draft is a batch by then.
    const saved = keyOf(name) ? null : await saveAds({ id, ads: labelled(ads, labels), ifUpdatedAt: updatedAt })
    const { key: idempotencyKey, of: ifUpdatedAt } = keyFor(name, { of: saved?.updatedAt })
    return flightdeck.launchDraft({ id, ...(ifUpdatedAt && { ifUpdatedAt }) }, { idempotencyKey })
  },
  'batches',
  'drafts',
)

/** Ad sets with their names beside their ids, for whoever approves the launch or looks at its batch. */
function labelled(ads: Ads, labels: Labels): Ads {
  const named = (id: unknown) => (typeof id === 'string' && labels[id] ? { value: id, label: labels[id] } : id)
  return ads.map((ad) => (Array.isArray(ad.adSets) ? { ...ad, adSets: ad.adSets.map(named) } : ad))
}

const saveAds = (given: Input<'updateDraft'>) => flightdeck.updateDraft({ ...given, adSets: [], launchPaused: false })
