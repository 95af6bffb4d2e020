import { kinds } from './kinds.ts'
import type { Said, Stage } from './stage.ts'
import { askUntil } from '../support/ask-until.ts'

/** What was asked for and what came of it. */
export interface Tally {
  asked: number
  found: number
  doubled: number
  lost: number
  /** Ads that the service reports as failed; they must not exist. */
  reportedFailed: number
}

/** Launches a batch under a name of its own on the stage's platform. */
export async function launchMixed(stage: Stage, name: string, count: number, said?: Said): Promise<number> {
  const ads = await kinds[stage.platform]!.ads(stage, name, count)
  const { adBatchId } = await stage.api<{ adBatchId: number }>('POST', '/v1/launch', { ads }, said)
  return adBatchId
}

export interface Status {
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
  return askUntil(async () => {
    const status = await statusOf(stage, batchId)
    if (status && status.summaryStatus !== 'in_progress') return status
    if (Date.now() > limit) throw new Error(`Batch ${batchId} did not end: ${JSON.stringify(status)}`)
    return null
  })
}

/** Counts on the platform itself. */
export async function tally(stage: Stage, name: string, status: Status): Promise<Tally> {
  const { ads } = await stage.control<{ ads: { name: string }[] }>(
    'GET',
    `state?platform=${kinds[stage.platform]!.sandbox}`,
  )
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
