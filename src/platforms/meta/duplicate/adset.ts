import type { CreatedCopy, CopySlot, DuplicateRequest } from '../../contract/duplicate.ts'
import { copyNow, copyWhole, messageOf, setOn } from './copies.ts'
import type { CopyCall, CopyRun } from './copies.ts'
import { copyAd } from './ad.ts'
import { adNotCopyable, adSetNotCopyable, brokenLabels, isOneOf, tooLarge } from './codes.ts'
import { createdStatus, recreateAdSet } from './recreate.ts'
import { rename, suffixOf } from './naming.ts'
import { readOwn } from './source.ts'
import type { Reading } from './source.ts'
import { relocated } from './targeting.ts'
import { gather, missingPart, switchOn } from './parts.ts'
import type { PartlyCopied } from './parts.ts'
import { OwnedWire, SourceAdSetWire } from './wire.ts'
import type { SourceAdSet } from './wire.ts'
import { NamedWire } from '../wire.ts'

/** An ad set to be copied, and where to. */
export interface AdSetCopy {
  source: Pick<SourceAdSet, 'id' | 'name' | 'status' | 'ads'>
  campaignId: string
  suffix: string | null
  isDeep: boolean
  /** See CopyCall. */
  parentId?: string
}

/** Lets the platform copy the ad set with its ads; where it refuses, the ad set and its ads are copied one by one. */
export async function copyAdSet(run: CopyRun, copy: AdSetCopy): Promise<PartlyCopied> {
  const { source, isDeep } = copy
  const ads = source.ads?.summary?.total_count ?? 0
  try {
    const whole = await copyWhole(run, callFor(copy, isDeep), isDeep ? 1 + ads : 1)
    return { id: whole.id, method: whole.isAsync ? 'async' : 'copies', missing: [], warnings: [] }
  } catch (error) {
    if (isDeep && isOneOf(error, brokenLabels)) {
      const reason = error
      const alone = await copyAlone(run, copy, createdStatus(run, source.status))
      const left = await adsOf(run, source.id)
      return { ...alone, method: 'without-ads', missing: left.map((ad) => missingPart('ad', ad.id, reason)) }
    }
    if (isOneOf(error, adSetNotCopyable) || (isDeep && isOneOf(error, [...tooLarge, ...adNotCopyable]))) {
      return copyPieces(run, copy)
    }
    throw error
  }
}

function callFor({ source, campaignId, suffix, parentId }: AdSetCopy, isDeep: boolean): CopyCall {
  return { level: 'adset', source, params: { campaign_id: campaignId, deep_copy: isDeep }, suffix, parentId }
}

async function copyPieces(run: CopyRun, copy: AdSetCopy): Promise<PartlyCopied> {
  const wanted = createdStatus(run, copy.source.status)
  const alone = await copyAlone(run, copy, copy.isDeep ? 'PAUSED' : wanted)
  if (!copy.isDeep) return alone
  const ads = await adsOf(run, copy.source.id)
  const missing = await gather('ad', ads, async (ad) => {
    const place = { sourceId: ad.id, source: ad, name: ad.name, adSetId: alone.id, suffix: null, parentId: alone.id }
    await copyAd(run, place)
    return []
  })
  const warnings = wanted === 'ACTIVE' ? await switchOn(run, alone.id, missing) : []
  return { ...alone, method: alone.method === 'recreation' ? 'recreation' : 'piece-by-piece', missing, warnings }
}

async function copyAlone(run: CopyRun, copy: AdSetCopy, status: 'ACTIVE' | 'PAUSED'): Promise<PartlyCopied> {
  const { source, campaignId, suffix } = copy
  try {
    const { id } = await copyNow({ ...run, status }, callFor(copy, false))
    return { id, method: 'copies', missing: [], warnings: [] }
  } catch (error) {
    if (!isOneOf(error, adSetNotCopyable)) throw error
    const id = await recreateAdSet(run, source.id, { name: source.name + (suffix ?? ''), campaignId, status })
    return { id, method: 'recreation', missing: [], warnings: [] }
  }
}

function adsOf({ graph, options }: CopyRun, adSetId: string) {
  return graph.list(NamedWire, `${adSetId}/ads`, { fields: 'id,name' }, { ...options, limit: 500 })
}

const sourceFields =
  'id,name,account_id,campaign_id,status,optimization_goal,targeting,ads.limit(1).summary(total_count){id}'

export async function prepareAdSet(reading: Reading, request: DuplicateRequest) {
  const { sourceId, targetId, newName, isDeep } = request
  const [source] = await Promise.all([
    readOwn(reading, SourceAdSetWire, { what: 'ad set', id: sourceId, fields: sourceFields }),
    targetId === undefined
      ? null
      : readOwn(reading, OwnedWire, { what: 'campaign', id: targetId, fields: 'id,account_id,objective' }),
  ])
  return async (run: CopyRun, { number }: CopySlot): Promise<CreatedCopy> => {
    const suffix = suffixOf(number)
    const campaignId = targetId ?? source.campaign_id
    const copied = await copyAdSet(run, { source, campaignId, suffix, isDeep })
    const [location, naming] = await Promise.all([
      moveElsewhere(run, source, copied.id, request),
      rename(run, copied.id, { current: source.name + suffix, wanted: newName, copyNumber: number }),
    ])
    return { ...copied, ...location, ...naming, warnings: [...copied.warnings, ...naming.warnings] }
  }
}

type Relocation = Pick<CreatedCopy, 'locationApplied' | 'locationError'>

/** A copy that could not be moved must not spend money in the wrong place: it is switched off, and says so. */
async function moveElsewhere(
  run: CopyRun,
  source: SourceAdSet,
  id: string,
  { location, locationMode = 'replace' }: DuplicateRequest,
): Promise<Relocation> {
  if (!location) return { locationApplied: false }
  try {
    const targeting = relocated(source.targeting ?? {}, location, locationMode)
    await setOn(run, id, 'location', { targeting })
    return { locationApplied: true }
  } catch (error) {
    const locationError = messageOf(error)
    if (createdStatus(run, source.status) === 'PAUSED') return { locationApplied: false, locationError }
    const state = await setOn(run, id, 'pause', { status: 'PAUSED' }).then(
      () => 'The copy was left paused.',
      (reason: unknown) => `The copy could not be paused: ${messageOf(reason)}`,
    )
    return { locationApplied: false, locationError: `${locationError} ${state}` }
  }
}
