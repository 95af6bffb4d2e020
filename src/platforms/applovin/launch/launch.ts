import type { Found, SentIntent, LaunchVerbs, Step, StepContext } from '../../contract/launch.ts'
import type { Surroundings } from '../../contract/platform.ts'
import { given } from '../../kit/receipt.ts'
import type { Api } from '../client.ts'
import { readAll, readSetsOf } from '../lists.ts'
import type { CreativeSet } from '../wire.ts'
import { IdWire } from '../wire.ts'
import type { OwnItem } from './fields.ts'
import { callOptions, createFileWork, mediaSteps, readOptions } from './media-steps.ts'
import { receiptOf } from './receipt.ts'
import { assetIdsOf, setFields, setVersion } from './set-fields.ts'
import { createSurvey } from './survey.ts'

const concurrency = 4
const fileDeadlineMs = 10 * 60_000

export function launchVerbs(api: Api, { timeoutMs, isSandbox }: Surroundings): LaunchVerbs {
  const work = createFileWork(api, {
    pollMs: isSandbox ? 250 : 3_000,
    deadlineMs: fileDeadlineMs,
    missingMs: isSandbox ? 3_000 : 60_000,
  })
  return {
    concurrency,
    requestLifeMs: timeoutMs,
    // The platform does not say how soon a list shows what is new. The sandbox shows it at once.
    readLagMs: isSandbox ? 0 : 60_000,
    survey: createSurvey(api),
    steps: (item) => [...mediaSteps(work, item), setStep(api, item)],
    receipt: (item, results) => receiptOf(api, item, results),
  }
}

function setStep(api: Api, item: OwnItem): Step {
  return {
    kind: 'ad',
    name: 'ad',
    key: `ad:${item.itemToken}`,
    // Exactly what findSet knows a set by.
    asks: { name: item.ad.adName, campaignId: item.adSetId, media: item.media.map(({ sha256 }) => sha256) },
    send(context) {
      const assets = assetIdsOf(item, context.results).map((id) => ({ id }))
      const body = { ...given(setFields(item)), assets, version: setVersion }
      return api.post(IdWire, 'creative_set/create', body, callOptions(item, context))
    },
    readBack: { kind: 'find', find: (context, intent) => findSet(api, item, context, intent) },
  }
}

/**
 * A set has no mark of its own. It is the item's when it has the exact name, the campaign and the assets, was not there before
 * the launch, and is no other item's. Two items that ask for the same set may take each other's, which is as good; but not
 * while either's own may still appear: it would be one too many.
 */
async function findSet(api: Api, item: OwnItem, context: StepContext, { isCertain }: SentIntent): Promise<Found> {
  const options = readOptions(item, context)
  // The campaign's own list is short, and at times not whole; that of the account is whole, and long.
  const near = await readSetsOf(api, item.adSetId, options)
  const { items, isWhole } = isThere(near, item, context)
    ? { items: near, isWhole: true }
    : await readAll(api, 'set', options)
  // Asked after the list: whoever made what is in it is known by now.
  if (!isCertain && (await context.hasOpenTwin())) return 'absent'
  for (const { id } of items.filter((set) => isAlike(set, item, context)))
    if (!(await context.isTaken(id))) return { found: { id } }
  return isWhole ? 'absent' : 'unclear'
}

function isThere(sets: CreativeSet[], item: OwnItem, context: StepContext): boolean {
  return sets.some((set) => isAlike(set, item, context))
}

function isAlike({ id, name, campaignIds, assets }: CreativeSet, item: OwnItem, { results }: StepContext): boolean {
  const before = item.facts.setsBefore?.split(',') ?? []
  const inSet = sameList(
    assets.map((asset) => asset.id),
    assetIdsOf(item, results),
  )
  return name === item.ad.adName && campaignIds.includes(item.adSetId) && !before.includes(id) && inSet
}

function sameList(some: string[], others: string[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id))
}
