import { isObject } from '../../../lookup.ts'
import type { CachedAccount } from '../../connections/accounts.ts'
import type { AuditRow } from '../../audit/read.ts'
import { addsNothing } from '../changes/change.ts'
import type { SpendChange } from '../changes/change.ts'

/** A budget as it stood before a write: the first of a day is what raises are compared with. */
export interface Stood {
  account: CachedAccount
  entityId: string
  daily: number | null
  lifetime: number | null
}

/** What a write of the past did, as guards would have seen it. */
export interface PastDeed {
  /** What it was about, by name; null: nobody kept it. */
  name: string | null
  changes: SpendChange[]
  stood: Stood | null
}

/** An entry with the account that it was in, and what of a batch it launched. */
export interface ReadEntry {
  entry: AuditRow
  account: CachedAccount | null
  launched: LaunchedAds[]
}

/** How many ads of a batch went into one ad set. */
export interface LaunchedAds {
  account: CachedAccount
  adSetId: string
  campaign: SpendChange['campaign']
  count: number
  runs: boolean
  name: string
}

export type PastReader = (read: ReadEntry) => PastDeed | null

const fields = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})
const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The id of what an entry is about: it stands among the targets under its own word. */
const idIn = ({ asked, after }: AuditRow, names: readonly string[]): string | null =>
  names.flatMap((name) => textIn(fields(after)[name]) ?? textIn(fields(asked)[name]) ?? [])[0] ?? null

function campaignIn(state: Record<string, unknown>, { id, isCampaign }: { id: string | null; isCampaign: boolean }) {
  if (isCampaign) return { id, name: textIn(state.name) }
  return { id: textIn(state.campaignId), name: null }
}

const entityIdNames = ['entityId', 'adSetId', 'adsetId', 'adSquadId', 'campaignId']

/** A budget that is set where another one was; of everything else that an update can do, nobody knows how much it adds. */
export const updated: PastReader = ({ entry, account }) => {
  const [asked, before, after] = [fields(entry.asked), fields(entry.before), fields(entry.after)]
  const entityId = idIn({ ...entry, after: null }, entityIdNames)
  if (!account || entityId === null) return null
  const isCampaign =
    asked.entityType === 'campaign' || (asked.entityType === undefined && before.campaignId === undefined)
  const place = { account, campaign: campaignIn(before, { id: entityId, isCampaign }) }
  const had = { daily: numberIn(before.dailyBudget), lifetime: numberIn(before.lifetimeBudget) }
  const name = textIn(before.name)
  const raises = (['daily', 'lifetime'] as const).flatMap((kind): SpendChange[] => {
    const [from, to] = [had[kind], numberIn(after[`${kind}Budget`])]
    if (to === null || (from !== null && to <= from)) return []
    const raise = { entityId, kind, from, to }
    return [{ ...addsNothing, ...place, target: `budget ${entityId}`, budgets: [to], raise }]
  })
  const isOther = Object.keys(asked).some((field) => !harmless.has(field))
  const other = isOther ? [{ ...addsNothing, ...place, target: `update ${entityId}` }] : []
  return { name, changes: raises.length > 0 ? raises : other, stood: { account, entityId, ...had } }
}

/** What makes nothing spend more, or is looked at by itself. */
const harmless = new Set([
  ...['accountId', 'adAccountId', 'entityType', 'platform', 'name', 'endTime', 'allowShared', 'changePercent'],
  ...['dailyBudget', 'lifetimeBudget', ...entityIdNames],
])

/** Something new, with the budgets that it was given. */
export const made: PastReader = ({ entry, account }) => {
  const asked = fields(entry.asked)
  if (!account) return null
  const id = idIn({ ...entry, asked: null }, ['adSetId', 'campaignId', 'id'])
  const isAdSet = textIn(asked.campaignId) !== null
  const name = textIn(asked.name)
  const [daily, lifetime] = [numberIn(asked.dailyBudget), numberIn(asked.lifetimeBudget)]
  const change: SpendChange = {
    ...addsNothing,
    account,
    campaign: isAdSet ? { id: textIn(asked.campaignId), name: null } : { id: null, name },
    target: `new ${id ?? ''}`,
    spends: isOn(asked.status),
    budgets: [daily, lifetime].filter((amount) => amount !== null),
  }
  return { name, changes: [change], stood: id === null ? null : { account, entityId: id, daily, lifetime } }
}

/** Copies by how many there are: with which budgets is not kept. */
export const copied: PastReader = ({ entry, account }) => {
  const [asked, after] = [fields(entry.asked), fields(entry.after)]
  if (!account) return null
  const results: unknown[] = Array.isArray(after.results) ? after.results : []
  const first = fields(results[0])
  const change: SpendChange = {
    ...addsNothing,
    account,
    campaign: { id: null, name: null },
    target: 'copies',
    count: numberIn(after.successCount) ?? numberIn(asked.copyCount) ?? 1,
    spends: ['active', 'inherited'].includes(textIn(asked.initialStatus)?.toLowerCase() ?? ''),
  }
  return { name: textIn(first.newName) ?? textIn(first.name), changes: [change], stood: null }
}

/** What was switched on that was off. */
export const switched: PastReader = ({ entry, account }) => {
  const [asked, before, after] = [fields(entry.asked), fields(entry.before), fields(entry.after)]
  if (!account || !isOn(asked.newStatus ?? asked.status)) return null
  const on = Object.entries(before).flatMap(([id, kept]) => {
    const state = fields(kept)
    const was = textIn(state.status)
    return fields(after[id]).success === true && !isOn(was) ? [{ id, state }] : []
  })
  const isCampaign = asked.entityType === 'campaign'
  const changes = on.map(({ id, state }): SpendChange => ({
    ...addsNothing,
    account,
    campaign: campaignIn(state, { id, isCampaign }),
    target: `run ${id}`,
  }))
  return { name: textIn(on[0]?.state.name ?? on[0]?.state.text), changes, stood: null }
}

/** So many things in an account, of which nobody can tell what they add. */
export const added: PastReader = ({ entry, account }) => {
  const after = fields(entry.after)
  if (!account) return null
  const change: SpendChange = {
    ...addsNothing,
    account,
    campaign: { id: null, name: null },
    target: entry.action,
    count: numberIn(after.successCount) ?? 1,
  }
  return { name: null, changes: [change], stood: null }
}

export const launched: PastReader = ({ launched: ads }) => {
  const changes = ads.map(({ account, adSetId, campaign, count, runs }): SpendChange => {
    return { ...addsNothing, account, campaign, target: `ads ${adSetId}`, count, spends: runs }
  })
  return { name: ads[0]?.name ?? null, changes, stood: null }
}

const isOn = (status: unknown): boolean =>
  typeof status === 'string' && ['active', 'enabled', 'pending'].includes(status.toLowerCase())
