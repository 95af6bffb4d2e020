import { downgraded } from '../../core/downgrade.ts'
import { advertiserOf, isGiven, oneOf, optionalObject, requiredList, requiredText, stamp } from '../call.ts'
import type { Call } from '../call.ts'
import { invalid, TikTokError } from '../errors.ts'
import { byFilters, byPrimaryStatus, pageOf, withFields } from '../lists.ts'
import { nameOfCampaign } from '../objects/campaigns.ts'
import type { Ad, OperationStatus, SmartContent, SmartCreative } from '../objects/objects.ts'
import { requireSmartPlus } from '../objects/smart-plus.ts'
import { adEffective, primaryOf } from '../objects/status.ts'
import { requireOwn, switchAll } from '../objects/switching.ts'
import type { World } from '../world.ts'
import { checkSmartAd, listOf } from './ad-rules.ts'
import type { Fields } from './ad-rules.ts'

const maxAds = 30
const maxPage = 100
const listFields = [
  'ad_text_list',
  'call_to_action_list',
  'landing_page_url_list',
  'deeplink_list',
  'page_list',
  'interactive_add_on_list',
  'auto_message_list',
  'ad_configuration',
]

function renderSmartAd(world: World, ad: Ad): object {
  const lists = Object.fromEntries(listFields.map((name) => [name, ad.smart?.lists[name] ?? null]))
  return {
    smart_plus_ad_id: ad.id,
    ad_name: ad.name,
    advertiser_id: ad.advertiser,
    adgroup_id: ad.adgroup,
    adgroup_name: world.adgroups.get(ad.adgroup)?.name ?? '',
    campaign_id: ad.campaign,
    campaign_name: nameOfCampaign(world, ad.campaign),
    operation_status: ad.status,
    secondary_status: `AD_STATUS_${adEffective(world, ad)}`,
    create_time: stamp(ad.created),
    modify_time: stamp(ad.updated),
    creative_list: (ad.smart?.creatives ?? []).map(({ id, status, info }) => ({
      ad_material_id: id,
      material_operation_status: status,
      creative_info: info,
    })),
    ...lists,
  }
}

export function getSmartAds(call: Call): object {
  const { id } = advertiserOf(call)
  const { world, params } = call
  const filtering = optionalObject(params, 'filtering')
  if (isGiven(filtering['ad_name'])) throw invalid('filtering.ad_name: Unknown field.')
  const ids = {
    smart_plus_ad_ids: (ad: Ad) => ad.id,
    adgroup_ids: (ad: Ad) => ad.adgroup,
    campaign_ids: (ad: Ad) => ad.campaign,
  }
  const rows = world.ads
    .lookup('advertiser', id)
    .filter(({ smart }) => smart !== undefined)
    .filter(byFilters(call, filtering, ids, 'ad_name'))
    .filter(byPrimaryStatus(filtering, (each) => primaryOf(adEffective(world, world.ads.get(each)!))))
  const { list, page_info } = pageOf(call, rows.map((ad) => renderSmartAd(world, ad)).reverse(), { max: maxPage })
  return { list: withFields(call, list), page_info }
}

/** A repeat makes another ad: nothing here recognises one. */
export function createSmartAd(call: Call): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  const adgroup = requireOwn(world.adgroups, advertiser.id, requiredText(params, 'adgroup_id'), 'adgroup_id')
  requireSmartPlus(world, adgroup.campaign)
  const present = world.ads.lookup('adgroup', adgroup.id).filter((ad) => !ad.isDeleted).length
  if (present >= maxAds) throw new TikTokError(40502, 'The number of ads in the ad group has reached the limit.')
  const [first = {}] = checkSmartAd({ call, advertiser, adgroup }, params)
  const now = world.now()
  const id = world.newId()
  const name = String(params['ad_name']) || id
  const ad: Ad = {
    id,
    name,
    status: params['operation_status'] === 'DISABLE' ? 'DISABLE' : 'ENABLE',
    isDeleted: false,
    advertiser: advertiser.id,
    adgroup: adgroup.id,
    campaign: adgroup.campaign,
    created: now,
    updated: now,
    creative: first,
    smart: contentOf(world, params, call.request.effects.downgradeFields),
  }
  return renderSmartAd(world, world.ads.put(id, ad))
}

function contentOf(world: World, params: Fields, downgradeFields: string[] | undefined): SmartContent {
  const lists = Object.fromEntries(listFields.map((name) => [name, params[name] ?? null]))
  const creatives = listOf(params, 'creative_list').map((entry): SmartCreative => ({
    id: world.newId(),
    adId: world.newId(),
    status: 'ENABLE',
    info: optionalObject(entry, 'creative_info'),
  }))
  return { creatives, lists: downgraded(lists, downgradeFields) }
}

/** The whole ad is looked at again, whatever of it changes; new creatives take the place of all. */
export function updateSmartAd(call: Call): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  const ad = requireOwn(world.ads, advertiser.id, requiredText(params, 'smart_plus_ad_id'), 'smart_plus_ad_id')
  const adgroup = requireOwn(world.adgroups, advertiser.id, ad.adgroup, 'adgroup_id')
  requireSmartPlus(world, ad.campaign)
  if (isGiven(params['operation_status'])) throw invalid('operation_status: Unknown field.')
  const before = {
    ...ad.smart?.lists,
    ad_name: ad.name,
    creative_list: (ad.smart?.creatives ?? []).map(({ info }) => ({ creative_info: info })),
  }
  const wanted = { ...before, ...params }
  const [first = {}] = checkSmartAd({ call, advertiser, adgroup }, wanted)
  const content = contentOf(world, wanted, undefined)
  const creatives = isGiven(params['creative_list']) ? content.creatives : (ad.smart?.creatives ?? [])
  const changed = { ...ad, name: String(wanted.ad_name), creative: first, updated: world.now() }
  return renderSmartAd(world, world.ads.put(ad.id, { ...changed, smart: { ...content, creatives } }))
}

export function switchSmartAds(call: Call): object {
  return switchAll(call, call.world.ads, 'smart_plus_ad_ids', requireSmartPlus)
}

export function switchMaterials(call: Call): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  const ad = requireOwn(world.ads, advertiser.id, requiredText(params, 'smart_plus_ad_id'), 'smart_plus_ad_id')
  const ids = requiredList(params, 'ad_material_ids', 20)
  const status = oneOf(params, 'operation_status', ['ENABLE', 'DISABLE'], '') as OperationStatus
  const smart = ad.smart ?? { creatives: [], lists: {} }
  const unknown = ids.find((id) => !smart.creatives.some((creative) => creative.id === id))
  if (unknown) throw invalid(`ad_material_ids: ${unknown.slice(0, 30)} does not exist.`)
  const creatives = smart.creatives.map((creative) => (ids.includes(creative.id) ? { ...creative, status } : creative))
  world.ads.put(ad.id, { ...ad, smart: { ...smart, creatives }, updated: world.now() })
  return { smart_plus_ad_id: ad.id, ad_material_ids: ids, status }
}
