import { downgraded } from '../../core/downgrade.ts'
import { advertiserOf, bareNumber, isGiven, optionalObject, requiredText, stamp } from '../call.ts'
import type { Call } from '../call.ts'
import { checkCreative, strategies } from './ad-rules.ts'
import type { World } from '../world.ts'
import { nameOfCampaign, withPage } from './campaigns.ts'
import { invalid, missing, TikTokError } from '../errors.ts'
import { byFilters, byPrimaryStatus } from '../lists.ts'
import type { Ad, SmartCreative } from './objects.ts'
import { automationOf, refuseEndedManual, refuseSmartPlus } from './smart-plus.ts'
import { adEffective, primaryOf } from './status.ts'
import { requireOwn, switchAll } from './switching.ts'
import { required } from '../../core/required.ts'

const maxCreatives = 20
const shownFields = [
  'ad_format',
  'identity_type',
  'identity_id',
  'identity_authorized_bc_id',
  'video_id',
  'image_ids',
  'ad_text',
  'call_to_action',
  'call_to_action_id',
  'landing_page_url',
  'display_name',
  'avatar_icon_web_uri',
  'profile_image_url',
  'tiktok_item_id',
  'music_id',
  'dark_post_status',
  'aigc_disclosure_type',
  'creative_auto_enhancement_strategy_list',
  'utm_params',
  'deeplink',
  'page_id',
]

/** A row of the list: of an ad of the automation there is one for each of its creatives. */
type AdRow = Ad & { shown?: SmartCreative }

function rowsOf(ad: Ad): AdRow[] {
  if (!ad.smart) return [ad]
  return ad.smart.creatives.map((shown) => ({ ...ad, shown }))
}

function rowId({ id, shown }: AdRow): string {
  return shown?.adId ?? id
}

function renderAd(world: World, ad: AdRow): object {
  const creative = Object.fromEntries(shownFields.map((field) => [field, ad.creative[field] ?? null]))
  return {
    ad_id: rowId(ad),
    smart_plus_ad_id: ad.smart ? ad.id : null,
    campaign_automation_type: automationOf(world, world.campaigns.get(ad.campaign)),
    ad_name: ad.name,
    advertiser_id: ad.advertiser,
    adgroup_id: ad.adgroup,
    adgroup_name: world.adgroups.get(ad.adgroup)?.name ?? '',
    campaign_id: ad.campaign,
    campaign_name: nameOfCampaign(world, ad.campaign),
    ...creative,
    operation_status: ad.status,
    secondary_status: `AD_STATUS_${adEffective(world, ad)}`,
    is_aco: false,
    // One of the fields that still leave as a number beyond what most parsers hold exactly.
    tracking_pixel_id: bareNumber(`7${ad.advertiser.slice(1)}`),
    create_time: stamp(ad.created),
    modify_time: stamp(ad.updated),
  }
}

export function getAds(call: Call): object {
  const { id } = advertiserOf(call)
  const { world, params } = call
  const filtering = optionalObject(params, 'filtering')
  const ids = {
    ad_ids: rowId,
    ad_ids_v2: (ad: AdRow) => ad.id,
    adgroup_ids: (ad: AdRow) => ad.adgroup,
    campaign_ids: (ad: AdRow) => ad.campaign,
  }
  const rows = world.ads
    .lookup('advertiser', id)
    .flatMap((ad) => (isGiven(filtering['ad_ids_v2']) ? [ad] : rowsOf(ad)))
    .filter(byFilters(call, filtering, ids, 'ad_name'))
    .filter(byPrimaryStatus(filtering, (each) => primaryOf(adEffective(world, required(world.ads.get(each), 'ad')))))
  return withPage(
    call,
    rows.map((ad) => renderAd(world, ad)),
  )
}

/** All creatives are checked before any of them becomes an ad. */
export function createAds(call: Call): object {
  const advertiser = advertiserOf(call)
  const { world, params } = call
  const adgroup = requireOwn(world.adgroups, advertiser.id, requiredText(params, 'adgroup_id'), 'adgroup_id')
  refuseSmartPlus(world, adgroup.campaign)
  refuseEndedManual(world, world.campaigns.get(adgroup.campaign)?.objective)
  const creatives = readCreatives(params)
  const present = world.ads.lookup('adgroup', adgroup.id).filter((ad) => !ad.isDeleted).length
  if (present + creatives.length > world.settings().adsPerAdGroup)
    throw new TikTokError(40502, 'The number of ads in the ad group has reached the limit.')
  for (const creative of creatives) checkCreative({ call, advertiser, adgroup }, creative)
  const now = world.now()
  const { downgradeFields } = call.request.effects
  const made = creatives.map((asked) => {
    const creative = downgraded({ ...byItself(world, asked), ...asked }, downgradeFields)
    const id = world.newId()
    const name = String(creative['ad_name']) || id
    const status = creative['operation_status'] === 'DISABLE' ? ('DISABLE' as const) : ('ENABLE' as const)
    const place = { advertiser: advertiser.id, adgroup: adgroup.id, campaign: adgroup.campaign }
    const times = { created: now, updated: now }
    return world.ads.put(id, { id, name, status, isDeleted: false, ...place, ...times, creative })
  })
  return { ad_ids: made.map((ad) => ad.id), need_audit: true, creatives: made.map((ad) => renderAd(world, ad)) }
}

/** Where a creative does not mention them, accounts that are on the platform's list have all enhancements on. */
function byItself(world: World, creative: Record<string, unknown>): Record<string, unknown> {
  if (!world.settings().enhancesByItself || isGiven(creative['tiktok_item_id'])) return {}
  const kind = isGiven(creative['video_id']) ? 'IMAGE_' : 'VIDEO_'
  return { creative_auto_enhancement_strategy_list: strategies.filter((word) => !word.startsWith(kind)) }
}

function readCreatives(params: Record<string, unknown>): Record<string, unknown>[] {
  const creatives = params['creatives']
  if (!Array.isArray(creatives) || creatives.length === 0) throw missing('creatives')
  if (creatives.length > maxCreatives) throw invalid(`creatives: Longer than maximum length ${maxCreatives}.`)
  return creatives.map((creative: unknown) => {
    if (typeof creative !== 'object' || creative === null) throw invalid('creatives: Invalid input type.')
    return Object.fromEntries(Object.entries(creative).filter(([, value]) => isGiven(value) || value === ''))
  })
}

export function switchAds(call: Call): object {
  return switchAll(call, call.world.ads, 'ad_ids')
}
