import { z } from 'zod'
import { downgraded } from '../../core/downgrade.ts'
import { invalid } from '../errors.ts'
import { assetIn, readAssetChange, statusOf, urlOf } from './assets.ts'
import { IdInput, readBody } from './body.ts'
import { campaignIn } from './campaigns.ts'
import { checkCombo } from './combos.ts'
import { pageOf, wantedIds } from './lists.ts'
import { assetTypes } from './objects.ts'
import type { Asset, CampaignType, CreativeSet } from './objects.ts'
import { hashedId, newId, timeText } from '../world.ts'
import type { ApiCall } from '../world.ts'
import { required } from '../../core/required.ts'

const SetInput = z.strictObject({
  type: z.enum(['APP', 'WEB']),
  name: z.string().trim().min(1).max(255),
  campaign_id: IdInput.optional(),
  assets: z.array(z.strictObject({ id: IdInput, type: z.enum(assetTypes).optional() })).min(1),
  languages: z.array(z.string().regex(/^[A-Z_]+$/)).optional(),
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).optional(),
  product_page: z.string().optional(),
  creative_set_url: z.url().optional(),
  status: z.enum(['LIVE', 'PAUSED']).default('LIVE'),
  version: z.literal('V2'),
})
const ChangedSetInput = SetInput.extend({
  id: IdInput,
  status: z.enum(['LIVE', 'PAUSED']).optional(),
  version: z.enum(['V1', 'V2']).optional(),
})

export function listSets(call: ApiCall): object[] {
  const isWanted = wantedIds(call)
  const own = call.world.sets.lookup('account', call.account.id)
  return pageOf(call, isWanted ? own.filter(({ id }) => isWanted(id)) : own).map((set) => showSet(call, set))
}

export function listSetsByCampaign(call: ApiCall): object {
  const isWanted = wantedIds(call)
  if (!isWanted) throw invalid('ids is required')
  const own = call.world.sets.lookup('account', call.account.id)
  const page = pageOf(
    call,
    own.filter(({ campaign_ids: ids }) => ids.some(isWanted)),
  )
  const campaigns: Record<string, object[]> = {}
  for (const set of page)
    for (const id of set.campaign_ids.filter(isWanted)) (campaigns[id] ??= []).push(showSet(call, set))
  return { campaign_count: Object.keys(campaigns).length, creative_set_count: page.length, campaigns }
}

function showSet(call: ApiCall, set: CreativeSet): object {
  const { id, type, name, status, version, campaign_ids, asset_ids, fields, created } = set
  const assets = asset_ids.map((assetId) => required(call.world.assets.get(assetId), 'asset'))
  return {
    id,
    hashed_id: hashedId(id),
    campaign_id: campaign_ids[0] ?? null,
    campaign_ids,
    type,
    name,
    status,
    version,
    assets: assets.map((asset) => ({
      id: asset.id,
      name: asset.name,
      status: statusOf(asset),
      url: urlOf(asset),
      type: asset.asset_type,
      resource_type: asset.resource_type,
    })),
    ...fields,
    created_at: timeText(created),
  }
}

function setIn({ world, account }: ApiCall, id: string): CreativeSet {
  const set = world.sets.get(id)
  if (set?.account_id !== account.id) throw invalid(`creative set ${id} does not exist`)
  return set
}

export function createSet(call: ApiCall): object {
  const { type, name, campaign_id: campaignId, assets, status, version: _same, ...fields } = readBody(call, SetInput)
  if (campaignId !== undefined) checkCampaignType(call, campaignId, type)
  checkFields(type, fields)
  const { world, account, request } = call
  const asked = { name, status, ...fields }
  // What is asked to be dropped may be any of them.
  const stored: Partial<typeof asked> = downgraded(asked, request.effects.downgradeFields)
  const { name: storedName = name, status: storedStatus = 'LIVE', ...rest } = stored
  return putNew(call, {
    account_id: account.id,
    type,
    name: storedName,
    status: storedStatus,
    version: 'V2',
    campaign_ids: campaignId === undefined ? [] : [campaignId],
    asset_ids: checkAssets(call, type, assets),
    fields: rest,
    created: world.now(),
    updated: world.now(),
  })
}

function putNew({ world }: ApiCall, set: Omit<CreativeSet, 'id'>): object {
  const id = newId(world)
  const { version } = world.sets.put(id, { id, ...set })
  return { id, version }
}

/** Everything is said again: what is left out is taken away, and only the status stays. */
export function updateSet(call: ApiCall): object {
  const { id, type, name, campaign_id, assets, status, version, ...fields } = readBody(call, ChangedSetInput)
  const before = setIn(call, id)
  if (type !== before.type) throw invalid('type can not be changed')
  if (version !== undefined && version !== before.version) throw invalid('version can not be changed')
  if (campaign_id === undefined && before.campaign_ids.length > 0) throw invalid('campaign_id is required')
  if (campaign_id !== undefined && !before.campaign_ids.includes(campaign_id))
    throw invalid('the creative set is not in this campaign')
  checkFields(type, fields)
  const asset_ids = checkAssets(call, type, assets)
  const now = call.world.now()
  call.world.sets.put(id, { ...before, name, asset_ids, fields, status: status ?? before.status, updated: now })
  return { id, version: before.version }
}

function checkCampaignType(call: ApiCall, campaignId: string, type: CampaignType): void {
  if (campaignIn(call, campaignId).type !== type) throw invalid('the campaign is of another type')
}

function checkFields(type: CampaignType, { product_page: page, creative_set_url: url }: Record<string, unknown>): void {
  if (type === 'WEB' && page !== undefined) throw invalid('product_page is for APP')
  if (type === 'APP' && url !== undefined) throw invalid('creative_set_url is for WEB')
}

type GivenAsset = z.output<typeof SetInput>['assets'][number]

function checkAssets(call: ApiCall, type: CampaignType, given: GivenAsset[]): string[] {
  const bad: string[] = []
  const found: Asset[] = []
  for (const { id, type: askedType } of given) {
    const asset = assetIn(call, id)
    if (!asset) bad.push(`${id} (asset status: not found)`)
    else if (asset.isRejected) bad.push(`${id} (asset status: rejected)`)
    else if (askedType !== undefined && askedType !== asset.asset_type) bad.push(`${id} (asset type: other)`)
    else found.push(asset)
  }
  if (bad.length > 0) throw invalid(`Invalid asset ids: [${bad.join(', ')}]`)
  if (new Set(found.map(({ id }) => id)).size < given.length) throw invalid('the same asset is given twice')
  checkCombo(
    type,
    found.map((asset) => asset.asset_type),
  )
  return found.map(({ id }) => id)
}

const CloneInput = z.strictObject({
  campaign_id: IdInput,
  creative_set_id: IdInput,
  status: z.enum(['LIVE', 'PAUSED']),
})

export function cloneSet(call: ApiCall): object {
  const { campaign_id, creative_set_id, status } = readBody(call, CloneInput)
  const { id: _source, ...set } = setIn(call, creative_set_id)
  checkCampaignType(call, campaign_id, set.type)
  const now = call.world.now()
  return putNew(call, { ...set, campaign_ids: [campaign_id], status, version: 'V2', created: now, updated: now })
}

const manySets = z.array(IdInput).min(1).max(50)
const manyCampaigns = z.array(IdInput).min(1).max(20)
const AddInput = z.strictObject({ campaign_ids: manyCampaigns, creative_set_ids: manySets })
const RemoveInput = z.strictObject({ campaign_ids: manyCampaigns, creative_set_id: IdInput })
const RemoveAllInput = z.strictObject({ creative_set_ids: manySets })

export function addToCampaigns(call: ApiCall): object {
  const { campaign_ids, creative_set_ids } = readBody(call, AddInput)
  const sets = creative_set_ids.map((id) => setIn(call, id))
  for (const set of sets) {
    if (set.version !== 'V2') throw invalid(`creative set ${set.id} is not V2`)
    for (const id of campaign_ids) checkCampaignType(call, id, set.type)
  }
  for (const set of sets) change(call, set, { campaign_ids: [...new Set([...set.campaign_ids, ...campaign_ids])] })
  return {}
}

export function removeFromCampaigns(call: ApiCall): object {
  const { campaign_ids, creative_set_id } = readBody(call, RemoveInput)
  const set = setIn(call, creative_set_id)
  change(call, set, { campaign_ids: set.campaign_ids.filter((id) => !campaign_ids.includes(id)) })
  return {}
}

export function removeFromAllCampaigns(call: ApiCall): object {
  const { creative_set_ids } = readBody(call, RemoveAllInput)
  for (const set of creative_set_ids.map((id) => setIn(call, id))) change(call, set, { campaign_ids: [] })
  return {}
}

function change({ world }: ApiCall, set: CreativeSet, fields: Partial<CreativeSet>): void {
  world.sets.put(set.id, { ...set, ...fields, updated: world.now() })
}

/** Assets enter or leave sets that stay what a set may be. */
export function changeAssets(kind: 'add' | 'remove' | 'remove-all') {
  return (call: ApiCall): object => {
    const { asset_ids, creative_set_ids, isAdded } = readAssetChange(call, kind)
    const all = creative_set_ids?.map((id) => setIn(call, id)) ?? call.world.sets.lookup('account', call.account.id)
    const sets = all.filter((set) => isAdded || set.asset_ids.some((id) => asset_ids.includes(id)))
    const changes = sets.map((set) => {
      const others = set.asset_ids.filter((id) => !asset_ids.includes(id))
      const ids = isAdded ? [...others, ...asset_ids] : others
      const given = ids.map((id) => ({ id }))
      return { set, asset_ids: checkAssets(call, set.type, given) }
    })
    for (const { set, asset_ids: ids } of changes) change(call, set, { asset_ids: ids })
    return {}
  }
}
