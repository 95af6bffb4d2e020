import type { Issue } from '../../../errors.ts'
import type { PlatformFacts, LaunchVerbs, Survey } from '../../contract/launch.ts'
import type { OwnAd, OwnItem } from './fields.ts'
import { carouselIssues, fileIssues, isSpark } from './check-ad.ts'
import type { Api, CallOptions } from '../client.ts'
import { canShowMedia, canShowPosts, readIdentities } from '../content/identities.ts'
import { isDeleted } from '../manage/read.ts'
import { isEntityId } from '../map.ts'
import { isVisibleToAll, postKey, readPost } from '../content/posts.ts'
import type { PostKey } from '../content/posts.ts'
import { remember } from '../../kit/remember.ts'
import { isSmartPlus, smartPlusIssue } from './smart-plus.ts'
import { MusicWire } from './wire.ts'
import type { Post } from './wire.ts'
import { AdGroupWire, AdvertiserWire, AdWire, PageWire } from '../wire.ts'
import type { AdGroup, Identity } from '../wire.ts'

const maxAdsToScan = 1_000
/** Music is only found by a word; common ones that the platform's own titles and styles have. */
const musicWords = ['happy', 'love', 'summer']

type Ad = ReturnType<typeof AdWire.parse>

function createLookups(api: Api) {
  return {
    adGroup: remember((accountId, id, options) => readAdGroup(api, accountId, id, options)),
    ads: remember((accountId, id, options) => readAds(api, accountId, id, options)),
    identities: remember((accountId, _id, options) => readIdentities(api, accountId, options)),
    music: remember((accountId, _id, options) => readMusic(api, accountId, options)),
    mayBeCustom: remember((accountId, _id, options) => readMayBeCustom(api, accountId, options)),
    post: remember((accountId, key, options) => readPost(api, accountId, JSON.parse(key) as PostKey, options)),
  }
}

type Lookups = ReturnType<typeof createLookups>

/** What an item depends on beyond itself: where its ad group shows ads, who speaks, and what is there already. */
export function createSurvey(api: Api): NonNullable<LaunchVerbs['survey']> {
  const lookups = createLookups(api)
  return async (item: Omit<OwnItem, 'facts'>, signal): Promise<Survey> => {
    const { accountId, adSetId, ad } = item
    const options = { accountId, signal, maxWaitMs: 2_000 }
    const files = fileIssues(item.media, item.thumbnails)
    if (files.length > 0) return { facts: {}, issues: files }
    if (!isEntityId(adSetId)) return noAdSet(adSetId)
    const [adGroup, adsThere] = await Promise.all([
      lookups.adGroup(accountId, adSetId, options),
      item.mayExist ? [] : lookups.ads(accountId, adSetId, options),
      ad.identityId && lookups.identities(accountId, '', options),
    ])
    if (!adGroup) return noAdSet(adSetId)
    if (isSmartPlus(adGroup)) return { facts: {}, issues: [smartPlusIssue(adSetId)] }
    const onFeed = showsOnFeed(adGroup)
    const before = adsThere.filter((each) => each.ad_name === ad.adName)
    const facts = { adsBefore: before.map((each) => each.ad_id).join(',') }
    const speaker = await surveySpeaker(lookups, ad, onFeed, options)
    if (speaker.issues.length > 0) return speaker
    const picture = await surveyPicture(lookups, item, onFeed, options)
    if (picture.issues.length > 0) return picture
    return { facts: { ...facts, ...speaker.facts, ...picture.facts }, issues: [] }
  }
}

/** Who speaks in the ad and, where it shows a post of theirs, which kind of post. */
async function surveySpeaker(lookups: Lookups, ad: OwnAd, onFeed: boolean, options: CallOptions): Promise<Survey> {
  if (!ad.identityId) return { facts: {}, issues: [] }
  const { accountId } = options
  const identity = (await lookups.identities(accountId, '', options)).find((each) => matches(each, ad))
  if (!identity) return broken('identityId', 'this ad account has no such identity (GET /v1/tiktok/identities)')
  const issues = identityIssues(identity, ad)
  const isCustom = identity.identity_type === 'CUSTOMIZED_USER'
  if (isCustom && onFeed && !(await lookups.mayBeCustom(accountId, '', options)))
    issues.push({ path: 'identityId', message: 'custom identities can no longer be used in ad sets like this one' })
  if (issues.length > 0) return { facts: {}, issues }
  const facts = identityFacts(identity)
  if (!ad.sparkPostId) return { facts, issues }
  const post = await lookups.post(accountId, JSON.stringify(postKey(identity, ad.sparkPostId)), options)
  const problem = postProblem(post)
  if (problem) return broken('sparkPostId', problem)
  const postType = post === null || post === 'hidden' ? null : post.item_type
  return { facts: postType ? { ...facts, postType } : facts, issues }
}

async function surveyPicture(
  lookups: Lookups,
  { media }: Pick<OwnItem, 'media'>,
  onFeed: boolean,
  options: CallOptions,
): Promise<Survey> {
  if (media[0]?.kind !== 'image' || !onFeed) return { facts: {}, issues: [] }
  const issues = carouselIssues(media)
  if (issues.length > 0) return { facts: {}, issues }
  const musicId = await lookups.music(options.accountId, '', options)
  if (!musicId) return broken('media.0.url', 'a picture needs music here, and the platform offers none')
  return { facts: { musicId }, issues }
}

function postProblem(post: Post | 'hidden' | null): string | null {
  if (post === null) return 'this identity has no such post (GET /v1/tiktok/posts)'
  if (post === 'hidden' || isVisibleToAll(post)) return null
  return 'this post is not visible to everybody; make it public on the platform, then launch again'
}

function noAdSet(id: string): Survey {
  return broken('adSets', `there is no ad set ${id} in this account`)
}

function broken(path: string, message: string): Survey {
  return { facts: {}, issues: [{ path, message }] }
}

function matches({ identity_id: id, identity_type: type }: Identity, ad: OwnAd): boolean {
  return id === ad.identityId && (ad.identityType === undefined || type === ad.identityType)
}

function identityIssues(identity: Identity, ad: OwnAd): Issue[] {
  if (identity.available_status && identity.available_status !== 'AVAILABLE')
    return [{ path: 'identityId', message: 'the platform says that this identity cannot be used now' }]
  if (isSpark(ad) && !canShowPosts(identity))
    return [{ path: 'identityId', message: 'posts of this identity cannot be shown as ads' }]
  if (!isSpark(ad) && !canShowMedia(identity))
    return [{ path: 'identityId', message: 'this identity can only show posts; give sparkPostId' }]
  return []
}

function identityFacts(identity: Identity): PlatformFacts {
  const { identity_type: type, identity_authorized_bc_id: bcId } = identity
  return { identityType: type, ...(bcId ? { identityBcId: bcId } : {}) }
}

/** Whether the ads appear in the main feed, where the strictest rules hold. */
function showsOnFeed({ placement_type: type, placements }: AdGroup): boolean {
  return type !== 'PLACEMENT_TYPE_NORMAL' || placements.length === 0 || placements.includes('PLACEMENT_TIKTOK')
}

async function readAdGroup(api: Api, accountId: string, id: string, options: CallOptions): Promise<AdGroup | null> {
  const params = { advertiser_id: accountId, filtering: { adgroup_ids: [id] } }
  const [found] = await api.list(AdGroupWire, 'adgroup/get', params, { ...options, limit: 10 })
  return found && !isDeleted(found.secondary_status) ? found : null
}

/** All of them, also deleted ones: what was there before the launch is not what the launch made. */
async function readAds(api: Api, accountId: string, adGroupId: string, options: CallOptions): Promise<Ad[]> {
  const params = { advertiser_id: accountId, filtering: { adgroup_ids: [adGroupId], primary_status: 'STATUS_ALL' } }
  return api.list(AdWire, 'ad/get', params, { ...options, limit: maxAdsToScan })
}

async function readMusic(api: Api, accountId: string, options: CallOptions): Promise<string | null> {
  for (const keyword of musicWords) {
    const params = {
      advertiser_id: accountId,
      music_scene: 'CAROUSEL_ADS',
      search_type: 'SEARCH_BY_KEYWORD',
      filtering: { keyword },
      page: 1,
      page_size: 10,
    }
    const { musics } = await api.get(MusicWire, 'file/music/get', params, options)
    if (musics[0]) return musics[0].music_id
  }
  return null
}

async function readMayBeCustom(api: Api, accountId: string, options: CallOptions): Promise<boolean> {
  const fields = ['advertiser_id', 'currency', 'can_use_custom_identity']
  const { list } = await api.get(PageWire, 'advertiser/info', { advertiser_ids: [accountId], fields }, options)
  return AdvertiserWire.array().parse(list)[0]?.can_use_custom_identity === true
}
