import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../../sandbox/core/figures/random.ts'
import type { Random } from '../../../sandbox/core/figures/random.ts'
import { boostFixture } from '../../support/launch/boosts.ts'
import { startTestApp } from '../../support/harness.ts'

/**
 * What validate says of a launch is held against what becomes of it: random launches, of which many name what is not there, what
 * belongs to others, what is full, ended or gone, and files of the wrong kind.
 */
const app = await startTestApp({ PLATFORM_TIMEOUT_SECONDS: '5' })
const seed = Number(process.env['SEED'] ?? 1)
const rounds = Number(process.env['ROUNDS'] ?? 10)
const boosts = await boostFixture(app)

for (const [platform, settings] of [
  ['tiktok', { limits: 'off' }],
  ['linkedin', { imageSeconds: 0, videoSeconds: 0, documentSeconds: 0 }],
] as const)
  await app.control('POST', platform, settings)

type Ad = Record<string, unknown>
interface Issue {
  path: string
  message: string
}
interface Validated {
  valid: boolean
  depth: string
  warnings: Issue[]
  ads: { valid: boolean; issues: Issue[] }[]
}

const list = async <T>(path: string) => (await app.call<{ data: T[] }>('GET', path)).body.data
const asset = (name: string) => [{ url: `${app.sandboxUrl}/_assets/${name}` }]
/** The field is not given. */
const leftOut = 'left out'
const files = ['square.png', 'portrait.png', 'vertical.png', 'landscape.png', 'vertical.mp4', 'document.pdf']

/** A platform's way to make an ad, and for each field what it might hold: mostly what is right, at times what is not. */
interface Kind {
  platform: string
  right: Ad
  wrong: Record<string, unknown[]>
}

interface AdSet {
  value: string
  label: string
  campaignId: string
}

async function setsOf(platform: string): Promise<{ account: string; own: AdSet[]; foreign: AdSet[]; ad: string }> {
  const accounts = await list<{ id: string }>(`/v1/adaccounts?platform=${platform}`)
  const [mine, other] = accounts.map(({ id }) => id)
  const own = await list<AdSet>(`/v1/adsets?accountId=${mine}&limit=100`)
  const foreign = await list<AdSet>(`/v1/adsets?accountId=${other}&limit=100`)
  const [ad] = await list<{ id: string }>(`/v1/manage/list-ads?accountId=${mine}&limit=1`)
  return { account: mine!, own, foreign, ad: ad?.id ?? '1' }
}

/** Ad sets that are no place for an ad, beside those of which it depends on the ad. */
function places({ own, foreign, ad }: Awaited<ReturnType<typeof setsOf>>): string[][] {
  const odd = [foreign[0]?.value, own[0]?.campaignId, ad, '120200000000000999', 'nowhere']
  return [...own.map(({ value }) => [value]), ...odd.flatMap((id) => (id ? [[id], [own[0]!.value, id]] : []))]
}

const texts = { title: 'Spring sale', cta: 'LEARN_MORE', link: 'https://example.com/sale' }

async function kinds(): Promise<Kind[]> {
  const [primary, video, snap, pin, network, apps] = await Promise.all(
    ['primary', 'tiktok', 'snapchat', 'pinterest', 'linkedin', 'applovin'].map(setsOf),
  )
  const { demo: fixture } = boosts
  const identities = await list<{ identityId: string; identityType: string }>(
    `/v1/tiktok/identities?accountId=${video!.account}`,
  )
  const posts = await list<{ postId?: string; id?: string }>(
    `/v1/tiktok/posts?accountId=${video!.account}&identityId=${identities.find((each) => each.identityType === 'TT_USER')!.identityId}`,
  )
  const boards = await list<{ value: string }>(`/v1/pinterest/boards?accountId=${pin!.account}`)
  const [snapProfile] = await list<{ page: string }>(`/v1/profiles?businessId=${snap!.account}`)
  const [organization] = await list<{ page: string }>(`/v1/profiles?businessId=${network!.account}`)
  const { organizations } = await app.control<{ organizations: { id: string; role: string | null }[] }>(
    'GET',
    'state?platform=linkedin',
  )
  const media = files.map(asset)
  const profiles = await list<{ page: string; secondary: string | null }>(`/v1/profiles?businessId=${primary!.account}`)
  return [
    {
      platform: 'primary',
      right: {
        adAccountId: primary!.account,
        adSets: [fixture.adSets[primary!.account]![0]],
        page: fixture.page,
        secondary: fixture.secondary,
        ...texts,
        description: 'Everything must go.',
        media: asset('square.png'),
      },
      wrong: {
        adSets: places(primary!),
        page: [...profiles.map(({ page }) => page), '106066148315999', boosts.otherPage],
        secondary: [...profiles.map(({ secondary }) => secondary), '17841461483159999'],
        media: [...media, [...asset('square.png'), ...asset('vertical.png')]],
        type: ['flexible', 'multi', 'carousel'],
        boost: [boosts.linkPost, boosts.picturePost, boosts.refusedPost, `${fixture.page}_999`],
      },
    },
    {
      platform: 'tiktok',
      right: {
        adAccountId: video!.account,
        adSets: [video!.own.find(({ label }) => label.endsWith('Broad'))!.value],
        identityId: identities.find(({ identityType }) => identityType === 'TT_USER')!.identityId,
        description: 'Made for bad weather.',
        cta: 'SHOP_NOW',
        link: texts.link,
        media: asset('vertical.mp4'),
      },
      wrong: {
        adSets: places(video!),
        identityId: [...identities.map(({ identityId }) => identityId), '7000000000000009999'],
        media,
        sparkPostId: [...posts.map(({ postId, id }) => postId ?? id), '7000000000000009998'],
      },
    },
    {
      platform: 'snapchat',
      right: {
        adAccountId: snap!.account,
        adSets: [snap!.own.find(({ label }) => !label.startsWith('Snaps only'))!.value],
        profileId: snapProfile!.page,
        brandName: 'Harbor & Pine',
        ...texts,
        cta: 'SHOP_NOW',
        media: asset('vertical.png'),
      },
      wrong: { adSets: places(snap!), media, profileId: [snapProfile!.page, '0b6a7e52-0000-4000-8000-000000000000'] },
    },
    {
      platform: 'pinterest',
      right: {
        adAccountId: pin!.account,
        adSets: [pin!.own[0]!.value],
        boardId: boards[0]!.value,
        ...texts,
        description: 'Warm rooms.',
        media: asset('portrait.png'),
      },
      wrong: { adSets: places(pin!), boardId: [...boards.map(({ value }) => value), '9999999999'], media },
    },
    {
      platform: 'linkedin',
      right: {
        adAccountId: network!.account,
        adSets: [network!.own.find(({ label }) => label === 'Workplace images')!.value],
        organizationId: organization!.page,
        ...texts,
        media: asset('landscape.png'),
        launchPaused: true,
      },
      wrong: {
        adSets: places(network!),
        organizationId: [...organizations.map(({ id }) => id), '99999999', leftOut],
        media,
        launchPaused: [false],
        link: [leftOut],
        postId: ['urn:li:share:999', 'urn:li:ugcPost:999'],
      },
    },
    {
      platform: 'applovin',
      right: {
        adAccountId: apps!.account,
        adSets: [apps!.own[0]!.value],
        media: [...asset('vertical.mp4'), ...asset('vertical.png')],
      },
      wrong: { adSets: places(apps!), media: [...media, [...asset('vertical.mp4'), ...asset('landscape.png')]] },
    },
  ]
}

let made = 0

function makeAd(random: Random, { platform, right, wrong }: Kind): Ad {
  const ad: Ad = { ...right, adName: `Held ${platform} ${seed}-${++made}` }
  if (platform === 'linkedin') ad['description'] = `Oak desk number ${seed}-${made}`
  const fields = Object.keys(wrong)
  for (let changes = random.pick([0, 0, 1, 1, 2]); changes > 0; changes--) {
    const field = random.pick(fields)
    const value = random.pick(wrong[field]!)
    if (field === 'boost') return boosts.boost(String(value), { adName: ad['adName'], adSets: ad['adSets'] })
    ad[field] = value
    if (value === leftOut) delete ad[field]
    if (field === 'sparkPostId' || field === 'postId') {
      ad['media'] = []
      for (const unused of ['title', 'description', 'link', ...(field === 'postId' ? ['cta'] : [])]) delete ad[unused]
    }
    if (field === 'type' && value === 'carousel')
      ad['media'] = [...asset('square.png'), ...asset('portrait.png')].map((each) => ({
        ...each,
        carouselTitle: 'Card',
      }))
    if (field === 'type' && value === 'multi') ad['media'] = [...asset('square.png'), ...asset('vertical.png')]
  }
  return ad
}

const validate = async (ads: Ad[]) => {
  const { status, body } = await app.call<Validated>('POST', '/v1/launch/validate', { body: { ads } })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Why the launch did not make all of its ads; null: it did. */
async function launchFailure(ads: Ad[]): Promise<string | null> {
  const { status, body } = await app.call<{ adBatchId: number; error?: { message: string } }>('POST', '/v1/launch', {
    body: { ads },
  })
  if (status !== 202) return `refused: ${JSON.stringify(body.error)}`
  const done = await app.finished(body.adBatchId)
  return done.summaryStatus === 'success' ? null : JSON.stringify(done.failedAds)
}

/** The platform tells nobody before the ad is made. */
const isOpen = ({ warnings }: Validated) => warnings.some(({ message }) => message.includes('the platform tells when'))

async function holdAgainstLaunch(ads: Ad[]): Promise<boolean> {
  const answer = await validate(ads)
  const failure = await launchFailure(ads)
  const about = JSON.stringify({ ads, issues: answer.ads.flatMap(({ issues }) => issues), failure }, null, 1)
  if (answer.valid) assert.equal(answer.depth, 'platform', about)
  if (!isOpen(answer) || !answer.valid) assert.equal(answer.valid, failure === null, about)
  return answer.valid
}

const all = await kinds()

/** An ad set is filled up to one ad, so that the second of a launch finds no room. */
const roomsFor: Record<string, { adSet: (sets: AdSet[]) => AdSet; ads: number; more?: Ad }> = {
  primary: { adSet: (sets) => sets.at(-1)!, ads: 49 },
  tiktok: { adSet: (sets) => sets.find(({ label }) => label.endsWith('Broad'))!, ads: 49 },
  linkedin: {
    adSet: (sets) => sets.find(({ label }) => label === 'Workplace images')!,
    ads: 14,
    more: { launchPaused: false },
  },
}

/** Removes an ad set and a campaign, and fills an ad set up to one ad. */
async function changeFixture({ platform, right }: Kind): Promise<void> {
  const accountId = String(right['adAccountId'])
  const sets = await list<AdSet & { adCount: number }>(`/v1/adsets?accountId=${accountId}&limit=100`)
  const used = new Set((right['adSets'] as string[]).map((id) => sets.find(({ value }) => value === id)!.campaignId))
  const spare = sets.filter(({ campaignId }) => !used.has(campaignId))
  const remove = async (entityType: string, id: string | undefined) => {
    const body = { accountId, entityType, entityIds: [id] }
    if (id !== undefined) await app.call('POST', '/v1/manage/delete', { body })
  }
  if (platform !== 'applovin') {
    await remove('adset', spare[0]?.value)
    await remove('campaign', spare.at(-1)?.campaignId)
  }
  const room = roomsFor[platform]
  if (!room) return
  const taken = platform === 'primary' ? (right['adSets'] as string[]) : []
  const removed = platform === 'applovin' ? [] : [spare[0]?.campaignId, spare.at(-1)?.campaignId]
  const full = room.adSet(
    sets.filter(({ value, campaignId }) => !taken.includes(value) && !removed.includes(campaignId)),
  )
  const there = (full as AdSet & { adCount: number }).adCount
  const ads = Array.from({ length: room.ads - there }, (_, number) => ({
    ...right,
    ...room.more,
    adName: `Fills ${platform} ${number}`,
    ...(platform === 'linkedin' ? { description: `Fills ${number}` } : {}),
    adSets: [full.value],
  }))
  assert.equal(await launchFailure(ads), null)
}

for (const kind of all)
  test(`${kind.platform}: an ad set that is removed or full is known`, async () => {
    const { platform, right, wrong } = kind
    const before = (wrong['adSets'] as string[][]).filter((ids) => ids.length === 1)
    await changeFixture(kind)
    for (const adSets of before) {
      const ads = [1, 2].map((number) => ({
        ...right,
        ...roomsFor[platform]?.more,
        adName: `Changed ${platform} ${adSets.join()} ${number}`,
        ...(platform === 'linkedin' ? { description: `Changed ${adSets.join()} ${number}` } : {}),
        adSets,
      }))
      await holdAgainstLaunch(ads)
    }
  })

for (const kind of all)
  test(`${kind.platform}: a launch that validate lets through is launched, and no other`, async () => {
    const random = createRandom(seed * 1000 + all.indexOf(kind))
    const said = { true: 0, false: 0 }
    for (let round = 0; round < rounds; round++) {
      const ads = Array.from({ length: random.pick([1, 1, 2]) }, () => makeAd(random, kind))
      said[`${await holdAgainstLaunch(ads)}`]++
    }
    assert.ok(said.true > 0 && said.false > 0, JSON.stringify(said))
  })
