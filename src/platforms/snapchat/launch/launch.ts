import type { Found, LaunchVerbs, Step } from '../../contract/launch.ts'
import type { OwnItem } from './fields.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Snap } from '../client.ts'
import { adFields, creativeFields, creativeName } from './creative.ts'
import { createExamination } from './examine.ts'
import { createMediaWait } from './video-ready.ts'
import { callOptions, mediaSteps, readOptions } from './media-steps.ts'
import { createTurns } from '../usage.ts'
import { receiptOf } from './receipt.ts'
import { createSurvey } from './survey.ts'
import { AdWire, CreativeWire, IdWire } from '../wire.ts'

/**
 * Few enough that ads which share a creative, each a second after the other, all leave within the time that a write has.
 */
const concurrency = 3
/** Two calls that make ads with the same creative within a second are refused. */
const creativeGapMs = 1_100
const maxToScan = 20_000
const mediaDeadlineMs = 10 * 60_000

export function launchVerbs(snap: Snap, { timeoutMs, isSandbox }: Surroundings): LaunchVerbs {
  const wait = createMediaWait(snap, { pollMs: isSandbox ? 500 : 3_000, deadlineMs: mediaDeadlineMs })
  const turn = createTurns(creativeGapMs)
  return {
    concurrency,
    requestLifeMs: timeoutMs,
    // Not documented; lists are taken to follow within seconds. The sandbox shows everything at once.
    readLagMs: isSandbox ? 0 : 10_000,
    survey: createSurvey(snap),
    ...createExamination(snap),
    steps: (item) => [...mediaSteps(snap, wait, item), creativeStep(snap, item), adStep(snap, item, turn)],
    receipt: (item, results) => receiptOf(snap, item, results),
  }
}

function creativeStep(snap: Snap, item: OwnItem): Step {
  const path = `adaccounts/${item.accountId}/creatives`
  return {
    kind: 'creative',
    name: 'creative',
    key: `creative:${item.adToken}`,
    asks: { ad: item.ad, media: item.media.map((each) => each.sha256) },
    send: (context) =>
      snap.create(
        { kind: 'creative', schema: IdWire },
        path,
        creativeFields(item, context.results),
        callOptions(item, context),
      ),
    readBack: {
      kind: 'find',
      async find(context): Promise<Found> {
        const reading = readOptions(item, context)
        const { items, isWhole } = await snap.list(
          { kind: 'creative', schema: CreativeWire },
          path,
          {},
          { ...reading, limit: maxToScan },
        )
        const mine = items.find((creative) => creative.name === creativeName(item))
        if (mine) return { found: { id: mine.id } }
        return isWhole ? 'absent' : 'unclear'
      },
    },
  }
}

function adStep(snap: Snap, item: OwnItem, turn: ReturnType<typeof createTurns>): Step {
  const { ad, adSetId } = item
  const path = `adsquads/${adSetId}/ads`
  return {
    kind: 'ad',
    name: 'ad',
    key: `ad:${item.itemToken}`,
    asks: { name: ad.adName, adSetId, creative: item.adToken, paused: ad.launchPaused },
    async send(context) {
      const fields = adFields(item, context.results)
      await turn(fields.creative_id, context.signal)
      return snap.create({ kind: 'ad', schema: IdWire }, path, fields, callOptions(item, context))
    },
    readBack: {
      kind: 'find',
      /** The creative was made for this ad alone, so an ad in this ad set that shows it is the one; deleted ones too. */
      async find(context, { except }): Promise<Found> {
        const reading = readOptions(item, context)
        const params = { read_deleted_entities: true }
        const { items, isWhole } = await snap.list({ kind: 'ad', schema: AdWire }, path, params, {
          ...reading,
          limit: maxToScan,
        })
        const isOurs = (each: (typeof items)[number]) =>
          each.creative_id === context.results.creative?.id && each.name === ad.adName
        const mine = items.find((each) => isOurs(each) && !except?.has(each.id))
        if (mine) return { found: { id: mine.id } }
        return isWhole ? 'absent' : 'unclear'
      },
    },
  }
}
