import type { Stage } from './stage.ts'

/** What was asked for and what came of it. */
export interface Tally {
  asked: number
  found: number
  doubled: number
  lost: number
  /** Ads that the service reports as failed; they must not exist. */
  reportedFailed: number
}

interface Ground {
  accountId: string
  adSets: string[]
  page: string
  secondary: string
}

async function readGround(stage: Stage): Promise<Ground> {
  const accounts = await stage.api<{ data: { id: string }[] }>('GET', '/v1/adaccounts?platform=primary')
  const accountId = accounts.data[0]!.id
  const profiles = await stage.api<{ data: { page: string; secondary: string }[] }>(
    'GET',
    `/v1/profiles?businessId=${accountId}`,
  )
  const sets = await stage.api<{ data: { value: string; campaignName: string }[] }>(
    'GET',
    `/v1/adsets?accountId=${accountId}&status=ACTIVE`,
  )
  const usable = sets.data.filter((set) => /Traffic|Sales/i.test(set.campaignName)).map((set) => set.value)
  return { accountId, adSets: usable, page: profiles.data[0]!.page, secondary: profiles.data[0]!.secondary }
}

/** Launches a batch of mixed types under a name of its own. */
export async function launchMixed(stage: Stage, name: string, count: number, idempotencyKey?: string): Promise<number> {
  const { accountId, adSets, page, secondary } = await readGround(stage)
  const picture = (shape: string, n: number) => ({ url: `${stage.sandboxUrl}/_assets/${shape}.png?v=${n % 5}` })
  const common = {
    adAccountId: accountId,
    page,
    secondary,
    title: 'Crash',
    description: 'Test',
    cta: 'SHOP_NOW',
    link: 'https://example.com',
  }
  const kinds = [
    (n: number) => ({ type: 'single', media: [picture('square', n)] }),
    (n: number) => ({
      type: 'carousel',
      media: [1, 2, 3].map((card) => ({ ...picture('square', n + card), carouselTitle: `Card ${card}` })),
    }),
    (n: number) => ({ type: 'multi', media: [picture('square', n), picture('vertical', n)] }),
    (n: number) => ({ type: 'flexible', media: [picture('landscape', n)], bodyVariations: ['A', 'B'] }),
  ]
  const ads = Array.from({ length: count }, (_, n) => {
    const adSet = adSets[n % adSets.length]
    return { ...common, ...kinds[n % kinds.length]!(n), adName: `${name} ${n}`, adSets: [adSet] }
  })
  const { adBatchId } = await stage.api<{ adBatchId: number }>('POST', '/v1/launch', { ads }, idempotencyKey)
  return adBatchId
}

interface Status {
  summaryStatus: string
  successfulAds: number
  totalAds: number
  failedAds: { adName: string; message: string }[]
}

/** Null while nobody answers. */
export async function statusOf(stage: Stage, batchId: number): Promise<Status | null> {
  return stage.api<Status>('GET', `/v1/batch-status/${batchId}`).catch(() => null)
}

/** Resolves when the batch has ended, however long the way there is; rejects after two minutes. */
export async function untilOver(stage: Stage, batchId: number): Promise<Status> {
  const limit = Date.now() + 120_000
  for (;;) {
    const status = await statusOf(stage, batchId)
    if (status && status.summaryStatus !== 'in_progress') return status
    if (Date.now() > limit) throw new Error(`Batch ${batchId} did not end: ${JSON.stringify(status)}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Counts on the platform itself. */
export async function tally(stage: Stage, name: string, status: Status): Promise<Tally> {
  const { ads } = await stage.control<{ ads: { name: string }[] }>('GET', 'state?platform=meta')
  const mine = ads.filter((ad) => ad.name.startsWith(`${name} `)).map((ad) => ad.name)
  const distinct = new Set(mine)
  const failed = status.failedAds.map((ad) => ad.adName)
  const falselyFailed = failed.filter((ad) => distinct.has(ad)).length
  return {
    asked: status.totalAds,
    found: distinct.size,
    doubled: mine.length - distinct.size,
    lost: status.totalAds - failed.length - (distinct.size - falselyFailed),
    reportedFailed: failed.length,
  }
}
