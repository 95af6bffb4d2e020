import type { LaunchVerbs, Step } from '../../contract/launch.ts'
import type { Issue } from '../../../errors.ts'
import type { OwnAd, OwnItem } from './fields.ts'
import type { Surroundings } from '../../contract/platform.ts'
import { adFields } from './ad-fields.ts'
import { checkFiles } from './check-ad.ts'
import type { Api } from '../client.ts'
import { allStatuses } from '../map.ts'
import { createExamination } from './examine.ts'
import { callOptions, mediaSteps, readOptions } from './media-steps.ts'
import { pinStep } from './pin.ts'
import { receiptOf } from './receipt.ts'
import { seek } from '../seek.ts'
import { disclosureField, noDisclosureField } from '../settings.ts'
import { createVideoWait } from './video-ready.ts'
import { AdWire, IdWire } from '../wire.ts'

const concurrency = 4
const videoDeadlineMs = 10 * 60_000

export function launchVerbs(api: Api, { timeoutMs, isSandbox, settings }: Surroundings): LaunchVerbs {
  const disclosure = disclosureField(settings)
  const issuesOf = ({ aiDisclosure }: Partial<OwnAd>): Issue[] =>
    aiDisclosure && disclosure === null ? [{ path: 'aiDisclosure', message: noDisclosureField }] : []
  const wait = createVideoWait(api, { pollMs: isSandbox ? 1_000 : 5_000, deadlineMs: videoDeadlineMs })
  return {
    concurrency,
    requestLifeMs: timeoutMs,
    // The platform does not say how soon a list shows what is new. The sandbox shows it at once.
    readLagMs: isSandbox ? 0 : 30_000,
    survey: (item) => Promise.resolve({ facts: {}, issues: [...issuesOf(item.ad), ...checkFiles(item)] }),
    preview: (_account, ads) => Promise.resolve(ads.map(({ ad }) => ({ issues: issuesOf(ad) }))),
    ...createExamination(api),
    steps: (item) => [...mediaSteps(api, wait, item), pinStep(api, item), adStep(api, item, disclosure)],
    receipt: (item, results) => receiptOf(api, item, results, disclosure),
  }
}

function adStep(api: Api, item: OwnItem, disclosure: string | null): Step {
  const { ad, accountId, adSetId } = item
  const path = `ad_accounts/${accountId}/ads`
  return {
    kind: 'ad',
    name: 'ad',
    key: `ad:${item.itemToken}`,
    asks: adFields(item, {}, disclosure),
    send: (context) =>
      api.writeOne(
        IdWire,
        { method: 'POST', path, item: adFields(item, context.results, disclosure) },
        callOptions(item, context),
      ),
    readBack: {
      kind: 'find',
      // The pin was made for this ad alone, so in its ad set the ad is the one that promotes it.
      find: (context, intent) =>
        seek(
          async (bookmark) => {
            const query = {
              ad_group_ids: [adSetId],
              entity_statuses: allStatuses,
              order: 'DESCENDING',
              page_size: 250,
              bookmark,
            }
            const page = await api.page(AdWire, path, query, readOptions(item, context))
            return { ...page, items: page.items.map((each) => ({ ...each, time: each.created_time * 1000 })) }
          },
          (each) =>
            !intent.except?.has(each.id) &&
            each.name === ad.adName &&
            each.ad_group_id === adSetId &&
            each.pin_id === context.results.creative?.id,
          intent,
        ),
    },
  }
}
