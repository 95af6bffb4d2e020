import pMap from 'p-map'
import type { SwitchState } from '../../platforms/contract/manage.ts'
import type { KeywordState } from '../../platforms/contract/search-ads.ts'
import { openAccount } from '../connections/accounts.ts'
import { keptById } from '../audit/kept.ts'
import { noteAfter } from '../manage/entities.ts'
import type { EntityResult, EntityResults } from '../manage/entities.ts'
import { entityError } from '../manage/opening.ts'
import { perform } from '../writes/perform.ts'
import type { AccountDeps } from '../deps.ts'
import { inAccount } from '../guards/changes/change.ts'
import { passGuards } from '../guards/gate.ts'
import type { Spending } from '../guards/terms.ts'
import { requireVerb } from '../connections/verbs.ts'

/** More at once for one account, and platforms begin to push back. */
const atOnce = 4

/** Keywords are switched like everything else, but only in an account that is named: their ids are no one's alone. */
export async function changeKeywordStatus(
  deps: AccountDeps,
  context: Spending,
  { accountId, ids, status }: { accountId: string; ids: string[]; status: SwitchState },
): Promise<EntityResults> {
  const opened = await openAccount(deps, context, accountId)
  const verbs = requireVerb(opened, 'searchAds')
  const wanted = [...new Set(ids)]
  const found = await verbs.readKeywords(opened.ref, wanted)
  const known = found.filter((keyword) => keyword !== null)
  context.touched?.({ before: keptById(known, ({ id }) => id, keptKeyword) })
  if (status === 'active') {
    const changes = wanted.map((id) => inAccount(opened, `run keyword ${id}`))
    await passGuards(deps, context, () => ({ changes, state: found }))
  }
  const results = await pMap(
    wanted,
    async (id, index): Promise<EntityResult> => {
      const before = found[index]
      if (!before) return notThere(id)
      const write = verbs.setKeywordStatus(opened.ref, id, status)
      try {
        const result = await perform(deps, context, opened, { kind: 'status', part: `status keyword ${id}`, write })
        return { entityId: id, success: true, status: String(result.status) }
      } catch (thrown) {
        return { entityId: id, success: false, status: before.status, error: entityError(thrown) }
      }
    },
    { concurrency: atOnce },
  )
  const successCount = results.filter(({ success }) => success).length
  const answer = { results, successCount, failCount: results.length - successCount, sandbox: opened.isSandbox }
  noteAfter(context, answer)
  return answer
}

function keptKeyword({ id: _id, ...keyword }: KeywordState): object {
  return keyword
}

function notThere(entityId: string): EntityResult {
  const message = `There is no keyword ${entityId} in this account.`
  return { entityId, success: false, status: null, error: { code: 'not_found', message, retryable: false } }
}
