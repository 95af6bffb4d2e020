import { createKept } from '../../kit/remember.ts'
import type { Api, CallOptions } from '../client.ts'
import { adIdOf } from '../map.ts'
import { CampaignWire, CreativeSetWire } from '../wire.ts'
import type { Campaign, CreativeSet } from '../wire.ts'

/** What reports do not tell: whose a campaign is, and which ids the rest of the interface knows things by. */
export interface Family {
  campaigns: Map<string, Campaign>
  sets: Map<string, CreativeSet>
  /** The plain id for a hashed one, and for itself. */
  campaignIdOf(reportedId: string): string | undefined
  setIdOf(reportedId: string): string | undefined
}

export interface Families {
  of(accountId: string, options: CallOptions): Promise<Family>
}

const rememberMs = 60_000
const maxRemembered = 200

export function createFamilies(api: Api): Families {
  const kept = createKept<Family>(maxRemembered)
  return {
    of: (accountId, options) =>
      kept.youngerThan(rememberMs, accountId) ?? kept.read(accountId, () => readFamily(api, { ...options, accountId })),
  }
}

async function readFamily(api: Api, options: CallOptions): Promise<Family> {
  const campaigns = new Map<string, Campaign>()
  const sets = new Map<string, CreativeSet>()
  for await (const page of api.pages(CampaignWire, 'campaign/list', {}, options))
    for (const campaign of page) campaigns.set(campaign.id, campaign)
  for await (const page of api.pages(CreativeSetWire, 'creative_set/list', {}, options))
    for (const set of page) sets.set(set.id, set)
  return { campaigns, sets, campaignIdOf: idsOf(campaigns), setIdOf: idsOf(sets) }
}

function idsOf(
  all: Map<string, { id: string; hashed_id?: string | null }>,
): (reportedId: string) => string | undefined {
  const ids = new Map(
    [...all.values()].flatMap(({ id, hashed_id: hashed }) => [[id, id] as const, [hashed ?? id, id] as const]),
  )
  return (reportedId) => ids.get(reportedId)
}

/** The ad that a row is about, by the ids that the row tells. */
export function adIn(family: Family, reportedSetId: string, campaignId: string): string | null {
  const set = family.sets.get(family.setIdOf(reportedSetId) ?? '')
  if (set) return adIdOf(set, campaignId)
  return reportedSetId === '' || reportedSetId === '0' ? null : reportedSetId
}
