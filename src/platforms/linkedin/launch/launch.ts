import type { Found, SentIntent, LaunchVerbs, Step, StepContext } from '../../contract/launch.ts'
import type { Surroundings } from '../../contract/platform.ts'
import type { Api } from '../client.ts'
import { listCreatives, pathOf } from '../manage/read.ts'
import { idIn } from '../map.ts'
import { postIn } from './check-ad.ts'
import { creativeFields } from './creative.ts'
import { createExamination } from './examine.ts'
import type { OwnItem } from './fields.ts'
import { createLookups } from './lookups.ts'
import { createReadyWait } from './media-ready.ts'
import { callOptions, mediaSteps, readOptions } from './media-steps.ts'
import { postStep, textFields } from './post.ts'
import { receiptOf } from './receipt.ts'
import { createPreview, createSurvey } from './survey.ts'

const concurrency = 4
const mediaDeadlineMs = 15 * 60_000
const maxAlike = 500

export function launchVerbs(api: Api, { timeoutMs, isSandbox, now }: Surroundings): LaunchVerbs {
  const wait = createReadyWait(api, {
    pollMs: isSandbox ? 500 : 3_000,
    deadlineMs: mediaDeadlineMs,
    missingMs: isSandbox ? 0 : 30_000,
  })
  const deps = { lookups: createLookups(api), now }
  return {
    concurrency,
    requestLifeMs: timeoutMs,
    // Not documented; searches are taken to follow within seconds. The sandbox shows everything at once.
    readLagMs: isSandbox ? 0 : 30_000,
    survey: createSurvey(deps),
    preview: createPreview(deps),
    ...createExamination(api),
    steps: (item: OwnItem) =>
      postIn(item.ad) === undefined
        ? [...mediaSteps(api, wait, item), postStep(api, item), creativeStep(api, item)]
        : [creativeStep(api, item)],
    receipt: (item, results) => receiptOf(api, item, results),
  }
}

function creativeStep(api: Api, item: OwnItem): Step {
  const { ad, adSetId, media, itemToken } = item
  return {
    kind: 'ad',
    name: 'ad',
    key: `ad:${itemToken}`,
    // Exactly what findCreative knows an ad by: ads that say and show the same share their post.
    asks: {
      ...{ name: ad.adName, adSetId, paused: ad.launchPaused, post: postIn(ad) ?? null },
      ...(postIn(ad) === undefined ? { ...textFields(item), media: media.map(({ sha256 }) => sha256) } : {}),
    },
    async send(context) {
      const fields = creativeFields(item, context.results)
      const urn = await api.create(pathOf(item.accountId, 'ad'), fields, callOptions(item, context))
      return { id: idIn(urn) }
    },
    readBack: { kind: 'find', find: (context, intent) => findCreative(api, item, context, intent) },
  }
}

/**
 * A creative has no mark of its own. It is the item's when it has the exact name and post and is in the campaign, was not there before
 * the launch, and is no other item's. Two items that ask for the same ad may take each other's, which is as good; but not while
 * either's own may still appear: it would be one too many.
 */
async function findCreative(api: Api, item: OwnItem, context: StepContext, { isCertain }: SentIntent): Promise<Found> {
  const { campaign, content, name } = creativeFields(item, context.results)
  if (content.reference === undefined) return 'absent'
  const query = { campaigns: [campaign], contentReferences: [content.reference] }
  const found = await listCreatives(api, query, { ...readOptions(item, context), limit: maxAlike })
  const before = new Set(item.facts.adsBefore?.split(','))
  const alike = found.filter((each) => each.name === name && each.campaign === campaign && !before.has(each.id))
  // Asked after the list: whoever made what is in it is known by now.
  if (!isCertain && (await context.hasOpenTwin())) return 'absent'
  for (const { id } of alike) {
    if (!(await context.isTaken(idIn(id)))) return { found: { id: idIn(id) } }
  }
  return found.length < maxAlike ? 'absent' : 'unclear'
}
