import type { Issue } from '../../errors.ts'
import type { Facts, LaunchAd, LaunchVerbs, Survey } from '../launch.ts'
import { fileIssues, isSpark } from './check-ad.ts'
import type { Api, CallOptions } from './client.ts'
import { canShowMedia, canShowPosts, readIdentities } from './identities.ts'
import { isEntityId } from './map.ts'
import { MusicWire } from './wire-media.ts'
import { AdGroupWire, AdvertiserWire, AdWire } from './wire.ts'
import type { Identity } from './wire.ts'

/** Placements and identities hardly change; many items of a launch ask for the same ones. */
const rememberMs = 60_000
const mostRemembered = 2_000
const mostAdsToScan = 1_000
const deleted = /_STATUS_DELETE$/

type AdGroup = ReturnType<typeof AdGroupWire.parse>
type Ad = ReturnType<typeof AdWire.parse>

/** What an item depends on beyond itself: where its ad group shows ads, who speaks, and what is there already. */
export function createSurvey(api: Api): NonNullable<LaunchVerbs['survey']> {
  const adGroupOf = remember((accountId, id, options) => readAdGroup(api, accountId, id, options))
  const identitiesOf = remember((accountId, _id, options) => readIdentities(api, accountId, options))
  const musicOf = remember((accountId, _id, options) => readMusic(api, accountId, options))
  const mayBeCustom = remember((accountId, _id, options) => readMayBeCustom(api, accountId, options))
  const adsOf = remember((accountId, id, options) => readAds(api, accountId, id, options))

  return async (item, signal): Promise<Survey> => {
    const { accountId, adSetId, ad } = item
    const options = { accountId, signal, maxWaitMs: 2_000 }
    const files = fileIssues(item.media, item.thumbnails)
    if (files.length > 0) return { facts: {}, issues: files }
    if (!isEntityId(adSetId)) return noAdSet(adSetId)
    const [adGroup, adsThere, identities] = await Promise.all([
      adGroupOf(accountId, adSetId, options),
      adsOf(accountId, adSetId, options),
      ad.identityId ? identitiesOf(accountId, '', options) : [],
    ])
    if (!adGroup) return noAdSet(adSetId)
    const onFeed = showsOnFeed(adGroup)
    const before = adsThere.filter((each) => each.ad_name === ad.adName)
    const facts: Record<string, string> = { adsBefore: before.map((each) => each.ad_id).join(',') }
    if (ad.identityId) {
      const identity = identities.find((each) => matches(each, ad))
      if (!identity) return broken('identityId', 'this ad account has no such identity (GET /v1/tiktok/identities)')
      const issues = identityIssues(identity, ad)
      const isCustom = identity.identity_type === 'CUSTOMIZED_USER'
      if (isCustom && onFeed && !(await mayBeCustom(accountId, '', options)))
        issues.push({ path: 'identityId', message: 'custom identities can no longer be used in ad sets like this one' })
      if (issues.length > 0) return { facts: {}, issues }
      Object.assign(facts, identityFacts(identity))
    }
    if (item.media[0]?.kind === 'image' && onFeed) {
      const musicId = await musicOf(accountId, '', options)
      if (!musicId) return broken('media.0.url', 'a picture needs music here, and the platform offers none')
      facts.musicId = musicId
    }
    return { facts, issues: [] }
  }
}

function noAdSet(id: string): Survey {
  return broken('adSets', `there is no ad set ${id} in this account`)
}

function broken(path: string, message: string): Survey {
  return { facts: {}, issues: [{ path, message }] }
}

function matches({ identity_id: id, identity_type: type }: Identity, ad: LaunchAd): boolean {
  return id === ad.identityId && (ad.identityType === undefined || type === ad.identityType)
}

function identityIssues(identity: Identity, ad: LaunchAd): Issue[] {
  if (identity.available_status && identity.available_status !== 'AVAILABLE')
    return [{ path: 'identityId', message: 'the platform says that this identity cannot be used now' }]
  if (isSpark(ad) && !canShowPosts(identity))
    return [{ path: 'identityId', message: 'posts of this identity cannot be shown as ads' }]
  if (!isSpark(ad) && !canShowMedia(identity))
    return [{ path: 'identityId', message: 'this identity can only show posts; give sparkPostId' }]
  return []
}

function identityFacts(identity: Identity): Facts {
  const { identity_type: type, identity_authorized_bc_id: bcId } = identity
  return { identityType: type, ...(bcId ? { identityBcId: bcId } : {}) }
}

/** Whether the ads appear in the main feed, where the strictest rules hold. */
function showsOnFeed({ placement_type: type, placements }: AdGroup): boolean {
  return type !== 'PLACEMENT_TYPE_NORMAL' || placements.length === 0 || placements.includes('PLACEMENT_TIKTOK')
}

async function readAdGroup(api: Api, accountId: string, id: string, options: CallOptions): Promise<AdGroup | null> {
  const params = { advertiser_id: accountId, filtering: { adgroup_ids: [id] } }
  const [found] = await api.list(AdGroupWire, 'adgroup/get', params, 10, options)
  return found && !deleted.test(found.secondary_status) ? found : null
}

/** All of them, also deleted ones: what was there before the launch is not what the launch made. */
async function readAds(api: Api, accountId: string, adGroupId: string, options: CallOptions): Promise<Ad[]> {
  const params = { advertiser_id: accountId, filtering: { adgroup_ids: [adGroupId], primary_status: 'STATUS_ALL' } }
  return api.list(AdWire, 'ad/get', params, mostAdsToScan, options)
}

async function readMusic(api: Api, accountId: string, options: CallOptions): Promise<string | null> {
  const params = { advertiser_id: accountId, music_scene: 'CAROUSEL_ADS', page: 1, page_size: 10 }
  const { musics } = await api.get(MusicWire, 'file/music/get', params, options)
  return musics[0]?.music_id ?? null
}

async function readMayBeCustom(api: Api, accountId: string, options: CallOptions): Promise<boolean> {
  const fields = ['advertiser_id', 'currency', 'can_use_custom_identity']
  const [account] = await api.list(
    AdvertiserWire,
    'advertiser/info',
    { advertiser_ids: [accountId], fields },
    1,
    options,
  )
  return account?.can_use_custom_identity === true
}

type Read<T> = (accountId: string, id: string, options: CallOptions) => Promise<T>

function remember<T>(read: Read<T>): Read<T> {
  const known = new Map<string, { until: number; value: Promise<T> }>()
  return (accountId, id, options) => {
    const key = `${accountId} ${id}`
    const found = known.get(key)
    if (found && found.until > Date.now()) return found.value
    const value = read(accountId, id, options)
    if (known.size >= mostRemembered) known.clear()
    known.set(key, { until: Date.now() + rememberMs, value })
    // A failure is not worth remembering.
    value.catch(() => known.delete(key))
    return value
  }
}
