import type { Issue } from '../../../errors.ts'
import type { PlatformFacts, LaunchVerbs, Survey } from '../../contract/launch.ts'
import type { OwnAd, OwnItem } from './fields.ts'
import { carouselIssues, fileIssues, isSpark, manualIssue } from './check-ad.ts'
import { seenAdGroups } from './examine.ts'
import type { Api, CallOptions } from '../client.ts'
import { canShowMedia, canShowPosts, readIdentities } from '../content/identities.ts'
import { isDeleted } from '../manage/read.ts'
import { automationOf, isEntityId } from '../map.ts'
import { isVisibleToAll, postKey, readPost } from '../content/posts.ts'
import type { PostKey } from '../content/posts.ts'
import type { Sights } from '../../kit/examine.ts'
import { remember } from '../../kit/remember.ts'
import { readAdsIn } from '../manage/ads-in.ts'
import { closedIssue, readSmartAdGroups, whyClosed } from '../smart-plus/closing.ts'
import type { Closing } from '../smart-plus/closing.ts'
import { buttonFacts, promotesApp, readButtons } from './smart-ad.ts'
import { MusicWire } from './wire.ts'
import type { Post } from './wire.ts'
import { AdGroupWire, AdvertiserWire, PageWire } from '../wire.ts'
import type { AdGroup, Identity } from '../wire.ts'

/** Music is only found by a word; common ones that the platform's own titles and styles have. */
const musicWords = ['happy', 'love', 'summer']

function createLookups(api: Api, closing: Closing) {
  return {
    adGroup: remember((accountId, id, options) => readAdGroup(api, accountId, id, options)),
    ads: remember((_accountId, id, options) => readAdsIn(api, id, false, options)),
    smartAds: remember((_accountId, id, options) => readAdsIn(api, id, true, options)),
    smartAdGroups: remember((_accountId, _id, options) => readSmartAdGroups(api, options)),
    closed: remember(async (_accountId, group, options) => {
      const adGroup = JSON.parse(group) as AdGroup
      return (await whyClosed(api, closing, [adGroup], options)).get(adGroup.adgroup_id) ?? null
    }),
    buttons: remember((accountId, content, options) => readButtons(api, accountId, content, options)),
    identities: remember((accountId, _id, options) => readIdentities(api, accountId, options)),
    music: remember((accountId, _id, options) => readMusic(api, accountId, options)),
    mayBeCustom: remember((accountId, _id, options) => readMayBeCustom(api, accountId, options)),
    post: remember((accountId, key, options) => readPost(api, accountId, JSON.parse(key) as PostKey, options)),
  }
}

type Lookups = ReturnType<typeof createLookups>

/** What an item depends on beyond itself: where its ad group shows ads, who speaks, and what is there already. */
export function createSurvey(api: Api, sights: Sights, closing: Closing): NonNullable<LaunchVerbs['survey']> {
  const lookups = createLookups(api, closing)
  return async (item, signal): Promise<Survey> => {
    const { accountId, adSetId } = item
    const options = { accountId, signal, maxWaitMs: 2_000 }
    const files = fileIssues(item.media, item.thumbnails)
    if (files.length > 0) return { facts: {}, issues: files }
    if (!isEntityId(adSetId)) return noAdSet(adSetId)
    // What speaks is asked meanwhile.
    const { identityId }: OwnAd = item.ad
    if (identityId) lookups.identities(accountId, '', options).catch(() => undefined)
    // Where nothing is made, what is asked about all ad groups together says enough.
    const adGroup = item.mayExist
      ? await seenAdGroup(api, sights, adSetId, options)
      : await lookups.adGroup(accountId, adSetId, options)
    if (!adGroup) return noAdSet(adSetId)
    const why = await lookups.closed(accountId, JSON.stringify(adGroup), options)
    if (why === null) return surveyIn(lookups, item, adGroup, options)
    const smart = await lookups.smartAdGroups(accountId, '', options)
    return { facts: {}, issues: [closedIssue(adSetId, why, smart)] }
  }
}

async function surveyIn(
  lookups: Lookups,
  item: Omit<OwnItem, 'facts'>,
  adGroup: AdGroup,
  options: CallOptions,
): Promise<Survey> {
  const { accountId, adSetId, ad } = item
  const isSmart = automationOf(adGroup) === 'smart'
  const onFeed = showsOnFeed(adGroup)
  // Where nothing is made, what is there already says nothing.
  const adsThere = item.mayExist ? [] : await (isSmart ? lookups.smartAds : lookups.ads)(accountId, adSetId, options)
  const before = adsThere.filter((each) => each.ad_name === ad.adName)
  const facts = { adsBefore: before.map((each) => each.ad_id).join(',') }
  const speaker = await surveySpeaker(lookups, ad, onFeed, options)
  if (speaker.issues.length > 0) return speaker
  if (ad.type === 'flexible' && !isSmart) return { facts: {}, issues: [manualIssue] }
  const music = await surveyMusic(lookups, item, { onFeed, isSmart, postType: speaker.facts.postType }, options)
  if (music.issues.length > 0) return music
  const found: PlatformFacts = { ...facts, ...speaker.facts, ...music.facts }
  if (!isSmart) return { facts: found, issues: [] }
  const smart = await surveySmart(lookups, ad, { adGroup, identityType: found.identityType }, options)
  return { facts: { ...found, ...smart.facts }, issues: smart.issues }
}

/** What only an ad in a Smart+ ad set depends on: how its button is named, and whether it can say that it was made by a machine. */
async function surveySmart(
  lookups: Lookups,
  ad: OwnAd,
  { adGroup, identityType }: { adGroup: AdGroup; identityType: string | undefined },
  options: CallOptions,
): Promise<Survey> {
  const isCustom = identityType === 'CUSTOMIZED_USER'
  const promotes = promotesApp(adGroup) ? 'app' : 'page'
  const facts = { automation: 'smart', promotes }
  if (ad.aiDisclosure && !isCustom)
    return broken(
      'aiDisclosure',
      'is taken in Smart+ ad sets with a custom identity only; label the post on the platform',
    )
  // Words of its own are taken where a custom identity speaks outside of the feed.
  if (isCustom && !showsOnFeed(adGroup)) return { facts, issues: [] }
  const offered = await lookups.buttons(
    options.accountId,
    promotes === 'app' ? 'APP_DOWNLOAD' : 'LANDING_PAGE',
    options,
  )
  const button = buttonFacts(ad, offered)
  return { facts: { ...facts, ...button.facts }, issues: button.issues }
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

interface MusicPosition {
  onFeed: boolean
  isSmart: boolean
  postType: string | undefined
}

/** Pictures in the feed, and photo posts in Smart+ ad sets, come with music. */
async function surveyMusic(
  lookups: Lookups,
  { media, ad }: Pick<OwnItem, 'media' | 'ad'>,
  { onFeed, isSmart, postType }: MusicPosition,
  options: CallOptions,
): Promise<Survey> {
  const isPicture = media.some(({ kind }) => kind === 'image') && (onFeed || isSmart || ad.type === 'carousel')
  // What stands behind a creator's code is only known when it is redeemed.
  const mayBePhotos = isSmart && (postType === 'CAROUSEL' || ad.sparkCode !== undefined)
  if (!isPicture && !mayBePhotos) return { facts: {}, issues: [] }
  const issues = isPicture ? carouselIssues(media, ad) : []
  if (issues.length > 0) return { facts: {}, issues }
  const musicId = await lookups.music(options.accountId, '', options)
  if (musicId) return { facts: { musicId }, issues }
  if (!isPicture) return { facts: {}, issues }
  return broken('media', 'pictures need music here, and the platform offers none')
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

async function seenAdGroup(api: Api, sights: Sights, id: string, options: CallOptions): Promise<AdGroup | null> {
  return unlessDeleted((await seenAdGroups(api, sights, [id], options)).get(id))
}

async function readAdGroup(api: Api, accountId: string, id: string, options: CallOptions): Promise<AdGroup | null> {
  const params = { advertiser_id: accountId, filtering: { adgroup_ids: [id] } }
  const [found] = await api.list(AdGroupWire, 'adgroup/get', params, { ...options, limit: 10 })
  return unlessDeleted(found)
}

function unlessDeleted(adGroup: AdGroup | undefined): AdGroup | null {
  return adGroup && !isDeleted(adGroup.secondary_status) ? adGroup : null
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
