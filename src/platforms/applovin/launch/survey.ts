import type { LaunchVerbs, Survey } from '../../contract/launch.ts'
import type { Api, CallOptions } from '../client.ts'
import { readByIds, readSetsOf } from '../lists.ts'
import { isId } from '../map.ts'
import { remember } from '../../kit/remember.ts'
import { checkFiles, comboIssues } from './check-ad.ts'

/** What an item depends on beyond itself: the kind of its campaign, and which sets of its name are there already. */
export function createSurvey(api: Api): NonNullable<LaunchVerbs['survey']> {
  const campaign = remember(async (_account, id, options: CallOptions) => {
    const [found] = await readByIds(api, 'campaign', [id], options)
    return found ?? null
  })
  const sets = remember((_account, id, options: CallOptions) => readSetsOf(api, id, options))
  return async ({ accountId, adSetId, ad, media, mayExist }, signal): Promise<Survey> => {
    const options = { accountId, signal, maxWaitMs: 2_000 }
    const files = checkFiles({ media })
    if (files.length > 0) return { facts: {}, issues: files }
    const [own, there] = isId(adSetId)
      ? await Promise.all([campaign(accountId, adSetId, options), mayExist ? [] : sets(accountId, adSetId, options)])
      : [null, []]
    if (!own) return broken(`there is no campaign ${adSetId} in this account (GET /v1/adsets lists them)`)
    const issues = comboIssues(media, own.type)
    const before = there.filter(({ name }) => name === ad.adName).map(({ id }) => id)
    return { facts: { campaignType: own.type, setsBefore: before.join(',') }, issues }
  }
}

function broken(message: string): Survey {
  return { facts: {}, issues: [{ path: 'adSets', message }] }
}
