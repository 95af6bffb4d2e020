import { z } from 'zod'
import type { AccountRef, AdSetRequest, EntityRef } from '../../contract/manage.ts'
import type { DryRun, RehearsalVerbs } from '../../contract/rehearsal.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Graph } from '../client.ts'
import { decimalsOf } from '../../kit/money.ts'
import { createAdSet } from '../create/adset.ts'
import { createCampaign, readCampaign } from '../create/campaign.ts'
import { validateOnly } from '../create/label.ts'
import { listAdSets, listCampaigns } from '../discover.ts'
import { nodeId } from '../map.ts'
import { aiDisclosureFeature, callDestination } from '../settings.ts'

/** Ad sets of other objectives need more than a budget and a country. */
const plainObjectives = ['OUTCOME_TRAFFIC', 'OUTCOME_ENGAGEMENT', 'OUTCOME_AWARENESS']
const first = { limit: 25 }
/** Enough for every currency to take it; nothing is made of it. */
const budgetOf = ({ currency }: AccountRef) => (decimalsOf(currency) === 0 ? 5000 : 50)

/** The descriptions of the calls that make campaigns, ad sets and ads list validate_only among their execution options. */
export function rehearsalVerbs(graph: Graph, { settings }: Pick<Surroundings, 'settings'>): RehearsalVerbs {
  const destination = callDestination(settings)
  return {
    async dryRuns(account, marker) {
      return [
        tryCampaign(graph, account, marker),
        await tryAdSet(graph, account, marker),
        await tryAd(graph, account, marker),
      ]
    },
    findMarked: (account, marker) => findMarked(graph, account, marker),
    unconfirmed: [
      {
        what: 'declaring media made with AI',
        why: `It is sent as the creative feature ${aiDisclosureFeature(settings)}, whose name is not public; an ad account that does not know it gets its ads without it.`,
      },
      {
        what: 'ad sets for calls',
        why: destination
          ? `They are sent with the destination ${destination}, which stands in a guide and not in the list of destinations.`
          : 'Their destination is left out, since PHONE_CALL is not in the list of destinations; CALL_DESTINATION_TYPE sends it.',
      },
    ],
  }
}

function tryCampaign(graph: Graph, account: AccountRef, marker: string): DryRun {
  const request = { name: marker, objective: 'OUTCOME_TRAFFIC', status: 'PAUSED' }
  return { level: 'campaign', ask: createCampaign(graph, account, request, marker).validate }
}

async function tryAdSet(graph: Graph, account: AccountRef, marker: string): Promise<DryRun> {
  const campaigns = await listCampaigns(graph, account.id, first)
  const plain = campaigns.find(({ objective }) => plainObjectives.includes(objective ?? ''))
  const campaign = plain && (await readCampaign(graph, account, plain.id))
  if (!campaign)
    return { level: 'adset', notAsked: 'There is no campaign for traffic, engagement or awareness to try it in.' }
  const hasBudget = (campaign.dailyBudget ?? campaign.lifetimeBudget) !== null
  const request: AdSetRequest = {
    name: marker,
    status: 'PAUSED',
    location: { countries: ['US'] },
    ...(hasBudget ? {} : { dailyBudget: budgetOf(account) }),
  }
  const wanted = { request, campaign, wishes: {}, callDestination: null }
  return { level: 'adset', ask: createAdSet(graph, account, wanted, marker).validate }
}

const AdWire = z.object({ id: z.string(), adset_id: z.string(), creative: z.object({ id: z.string() }).optional() })

async function tryAd(graph: Graph, account: AccountRef, marker: string): Promise<DryRun> {
  const node = nodeId(account.id)
  const options = { accountId: node }
  const params = { fields: 'id,adset_id,creative{id}' }
  const ads = await graph.list(AdWire, `${node}/ads`, params, { ...options, limit: 1 })
  const [ad] = ads
  if (!ad?.creative)
    return { level: 'ad', notAsked: 'There is no ad yet whose ad set and creative it could be tried with.' }
  const asked = { name: marker, adset_id: ad.adset_id, creative: { creative_id: ad.creative.id }, status: 'PAUSED' }
  return {
    level: 'ad',
    async ask() {
      await graph.post(z.unknown(), `${node}/ads`, { ...asked, ...validateOnly }, options)
    },
  }
}

const MarkedWire = z.object({ id: z.string(), name: z.string() })

async function findMarked(graph: Graph, account: AccountRef, marker: string): Promise<EntityRef[]> {
  const node = nodeId(account.id)
  const filter = { search: marker, limit: 50 }
  const filtering = [{ field: 'name', operator: 'CONTAIN', value: marker }]
  const params = { fields: 'id,name', filtering }
  const [campaigns, adSets, ads] = await Promise.all([
    listCampaigns(graph, account.id, filter),
    listAdSets(graph, account.id, filter),
    graph.list(MarkedWire, `${node}/ads`, params, { accountId: node, limit: 50 }),
  ])
  return [
    ...ads.map(({ id }) => ({ type: 'ad' as const, id })),
    ...adSets.map(({ value }) => ({ type: 'adset' as const, id: value })),
    ...campaigns.map(({ id }) => ({ type: 'campaign' as const, id })),
  ]
}
