import type { CreatedCopy, CopySlot, DuplicateRequest } from '../../contract/duplicate.ts'
import { copyNow, copyWhole } from './copies.ts'
import type { CopyCall, CopyRun } from './copies.ts'
import { copyAdSet } from './adset.ts'
import { adNotCopyable, adSetNotCopyable, brokenLabels, isOneOf, tooLarge } from './codes.ts'
import { gather, switchOn } from './parts.ts'
import type { PartlyCopied } from './parts.ts'
import { createdStatus } from './recreate.ts'
import { rename, suffixOf } from './naming.ts'
import { readOwn } from './source.ts'
import type { Reading } from './source.ts'
import { SourceAdSetWire, SourceCampaignWire } from './wire.ts'
import type { SourceAdSet, SourceCampaign } from './wire.ts'

/** The most that the platform copies in the background. */
const maxInBackground = 51

/** Refusals of the whole that are about a part of it: the other parts can still be copied. */
const aboutParts = [...tooLarge, ...brokenLabels, ...adNotCopyable, ...adSetNotCopyable]

const count = 'limit(1).summary(total_count){id}'
const sourceFields = `id,name,account_id,status,objective,adsets.${count},ads.${count}`
const adSetFields = `id,name,campaign_id,status,ads.${count}`

export async function prepareCampaign(reading: Reading, request: DuplicateRequest) {
  const { sourceId, newName, isDeep } = request
  const source = await readOwn(reading, SourceCampaignWire, { what: 'campaign', id: sourceId, fields: sourceFields })
  // Read once for all copies, and only when it comes to that.
  let adSets: Promise<SourceAdSet[]> | undefined
  const listAdSets = () =>
    (adSets ??= reading.graph.list(
      SourceAdSetWire,
      `${sourceId}/adsets`,
      { fields: adSetFields },
      { ...reading.options, limit: 500 },
    ))
  return async (run: CopyRun, { number }: CopySlot): Promise<CreatedCopy> => {
    const call = { level: 'campaign' as const, source, params: { deep_copy: isDeep }, suffix: suffixOf(number) }
    const copied = await copyCampaign(run, call, source, listAdSets)
    const naming = await rename(run, copied.id, {
      current: source.name + call.suffix,
      wanted: newName,
      copyNumber: number,
    })
    return { ...copied, ...naming, warnings: [...copied.warnings, ...naming.warnings], locationApplied: false }
  }
}

async function copyCampaign(
  run: CopyRun,
  call: CopyCall,
  source: SourceCampaign,
  listAdSets: () => Promise<SourceAdSet[]>,
): Promise<PartlyCopied> {
  const isDeep = call.params.deep_copy === true
  const objects = isDeep ? sizeOf(source) : 1
  if (objects > maxInBackground) return copyPieces(run, call, source, listAdSets)
  try {
    const whole = await copyWhole(run, call, objects)
    return { id: whole.id, method: whole.isAsync ? 'async' : 'copies', missing: [], warnings: [] }
  } catch (error) {
    if (isDeep && isOneOf(error, aboutParts)) return copyPieces(run, call, source, listAdSets)
    throw error
  }
}

function sizeOf({ adsets, ads }: SourceCampaign): number {
  return 1 + (adsets?.summary?.total_count ?? 0) + (ads?.summary?.total_count ?? 0)
}

async function copyPieces(
  run: CopyRun,
  call: CopyCall,
  source: SourceCampaign,
  listAdSets: () => Promise<SourceAdSet[]>,
): Promise<PartlyCopied> {
  const alone = { ...call, params: { deep_copy: false } }
  const [{ id }, adSets] = await Promise.all([copyNow({ ...run, status: 'PAUSED' }, alone), listAdSets()])
  const warnings: string[] = []
  const missing = await gather('adset', adSets, async (adSet) => {
    const place = { source: adSet, campaignId: id, suffix: null, isDeep: true, parentId: id }
    const copied = await copyAdSet(run, place)
    warnings.push(...copied.warnings.map((text) => `${adSet.name}: ${text}`))
    return copied.missing
  })
  if (createdStatus(run, source.status) === 'ACTIVE') warnings.push(...(await switchOn(run, id, missing)))
  return { id, method: 'piece-by-piece', missing, warnings }
}
