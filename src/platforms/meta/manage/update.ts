import { z } from 'zod'
import type { Issue } from '../../../errors.ts'
import type {
  AccountRef,
  AdSetChange,
  CampaignChange,
  PlannedWrite,
  Spec,
  StoredTargeting,
  ZipChange,
  SortedZips,
  ZipPlan,
} from '../../contract/manage.ts'
import type { Graph } from '../client.ts'
import { unixSeconds } from '../create/adset.ts'
import { checkDsaTexts, checkTimes } from '../create/adset-rules.ts'
import { bidStrategies, checkName, oneOf } from '../create/campaign.ts'
import { endAt, setFields } from './manage.ts'
import { checkAmounts, checkOneBudget, optionalMinor } from './money.ts'
import { nodeId } from '../map.ts'
import { hasPlace, isObject, isZipKey } from '../create/targeting-location.ts'
import { maxAsked, unknownKeys } from '../create/known-places.ts'
import { specialFields, specialIssues, specialOf, SpecialWire } from '../create/special-categories.ts'
import { checkTargeting, mergeTargeting } from '../create/targeting.ts'

export function checkCampaignChange(account: AccountRef, change: CampaignChange, now: Date): Issue[] {
  const { dailyBudget, lifetimeBudget, spendCap, endTime } = change
  return [
    ...checkName(change.name),
    ...checkAmounts(account, { dailyBudget, lifetimeBudget, spendCap }),
    ...checkOneBudget(change),
    ...oneOf('bidStrategy', change.bidStrategy, bidStrategies),
    ...checkTimes({ endTime }, now),
  ]
}

export function updateCampaign(graph: Graph, account: AccountRef, id: string, change: CampaignChange): PlannedWrite {
  const { endTime } = change
  const fields = {
    name: change.name,
    daily_budget: optionalMinor(change.dailyBudget, account),
    lifetime_budget: optionalMinor(change.lifetimeBudget, account),
    bid_strategy: change.bidStrategy,
    spend_cap: optionalMinor(change.spendCap, account),
  }
  const set = setFields(graph, account, id, fields)
  if (!endTime) return set
  // A campaign's own stop time is read-only: it is the latest end of its ad sets.
  const end = endAt(graph, account, { type: 'campaign', id }, { endTime })
  const hasFields = Object.values(fields).some((value) => value !== undefined)
  return {
    ...set,
    asks: { ...fields, endTime },
    async send() {
      if (hasFields) await set.send()
      return end.send()
    },
    validate: hasFields ? set.validate : undefined,
  }
}

export function checkAdSetChange(account: AccountRef, change: AdSetChange, now: Date): Issue[] {
  const { dailyBudget, lifetimeBudget, bidAmount, startTime, endTime } = change
  return [
    ...checkName(change.name),
    ...checkAmounts(account, { dailyBudget, lifetimeBudget, bidAmount }),
    ...checkOneBudget(change),
    ...checkTimes({ startTime, endTime }, now),
    ...checkTargeting(change.targeting, change.location),
    ...checkDsaTexts(change),
  ]
}

export function updateAdSet(
  graph: Graph,
  account: AccountRef,
  id: string,
  { change, stored }: { change: AdSetChange; stored: StoredTargeting | null },
): PlannedWrite {
  return setFields(graph, account, id, {
    name: change.name,
    daily_budget: optionalMinor(change.dailyBudget, account),
    lifetime_budget: optionalMinor(change.lifetimeBudget, account),
    bid_amount: optionalMinor(change.bidAmount, account),
    start_time: change.startTime && unixSeconds(change.startTime),
    end_time: change.endTime && unixSeconds(change.endTime),
    targeting: stored ? mergeTargeting(stored.targeting, change.targeting, change.location) : undefined,
    dsa_beneficiary: change.dsaBeneficiary,
    dsa_payor: change.dsaPayor,
  })
}

/** What the campaign's special category has to say about the targeting as it would be. */
export function checkTargetingChange(change: AdSetChange, { targeting, special }: StoredTargeting): Issue[] {
  return specialIssues(special, mergeTargeting(targeting, change.targeting, change.location))
}

const TargetingWire = z.object({
  targeting: z.record(z.string(), z.unknown()).default({}),
  campaign: z.object(SpecialWire).default({}),
})

export async function readTargeting(graph: Graph, account: AccountRef, adSetId: string): Promise<StoredTargeting> {
  const options = { accountId: nodeId(account.id) }
  const fields = `targeting,campaign{${specialFields}}`
  const { targeting, campaign } = await graph.get(TargetingWire, adSetId, { fields }, options)
  return { targeting, special: specialOf(campaign) }
}

const SummaryWire = z.record(z.string(), z.unknown())

export function readSummary(graph: Graph, account: AccountRef, id: string, fields: string): Promise<Spec> {
  return graph.get(SummaryWire, id, { fields }, { accountId: nodeId(account.id) })
}

/** `US:10001`: a country and a postal code. Small letters and spaces around are forgiven. */
export async function sortZips(
  graph: Graph,
  account: AccountRef,
  { zips: given, mode }: ZipChange,
): Promise<SortedZips> {
  const tidy = given.map((zip) => zip.trim().toUpperCase())
  const readable = [...new Set(tidy.filter(isZipKey))]
  // What is taken out need not exist.
  const missing = mode === 'remove' ? new Set() : await unknownKeys(graph, account, { zips: readable })
  const zips = readable.filter((zip) => !missing.has(zip))
  const known = new Set(zips)
  const invalid = given.filter((_, index) => !known.has(tidy[index]!))
  return { zips, invalid, ...(mode !== 'remove' && readable.length > maxAsked ? { asked: maxAsked } : {}) }
}

/** Changes the postal codes and nothing else, but for countries that would make them pointless. */
export function planZips(
  graph: Graph,
  account: AccountRef,
  { adSetId, stored: { targeting: stored, special } }: { adSetId: string; stored: StoredTargeting },
  { zips, mode }: ZipChange,
): ZipPlan | Issue[] {
  const geo = isObject(stored.geo_locations) ? stored.geo_locations : {}
  const before = Array.isArray(geo.zips) ? geo.zips.filter(isObject) : []
  const had = before.map((zip) => String(zip.key))
  const asked = [...new Set(zips)]
  const after = zipsAfter(had, asked, mode)
  const countries = Array.isArray(geo.countries) ? geo.countries.map(String) : []
  // A whole country beside one of its postal codes is refused, or shows the ads in all of it.
  const divided = new Set(after.map((zip) => zip.split(':')[0]))
  const kept = countries.filter((country) => !divided.has(country))
  const stays = new Map(before.map((zip) => [zip.key, zip]))
  const nextGeo: Spec = {
    ...geo,
    countries: kept,
    zips: after.map((key) => stays.get(key) ?? { key }),
  }
  for (const kind of ['countries', 'zips']) if ((nextGeo[kind] as unknown[]).length === 0) delete nextGeo[kind]
  if (!hasPlace(nextGeo)) {
    return [{ path: 'zips', message: 'would leave the ad set without any place to show ads in' }]
  }
  const targeting = mergeTargeting(stored, { geo_locations: nextGeo }, undefined)
  const [refused] = specialIssues(special, targeting).filter((issue) => issue.path.endsWith('.zips'))
  if (refused) return [{ ...refused, path: 'zips' }]
  return {
    write: setFields(graph, account, adSetId, { targeting }),
    zips: after,
    added: without(after, had),
    removed: without(had, after),
  }
}

function zipsAfter(had: string[], asked: string[], mode: ZipChange['mode']): string[] {
  if (mode === 'replace') return asked
  if (mode === 'merge') return [...new Set([...had, ...asked])]
  return without(had, asked)
}

function without(all: string[], those: string[]): string[] {
  const left = new Set(those)
  return all.filter((each) => !left.has(each))
}
