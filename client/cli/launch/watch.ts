import type { GetBatchStatusReply } from '../../src/index.ts'
import type { Context } from '../context.ts'
import { CommandProblem, exitCodes } from '../exit.ts'
import type { ExitCode } from '../exit.ts'
import { showProgress } from '../output/progress.ts'
import type { Progress } from '../output/progress.ts'
import type { Session } from '../session.ts'

/** A batch as it ended, with every ad of it. */
export type WatchedBatch = GetBatchStatusReply

type Account = { total: number; launched: number; failed: number }
type BatchAd = NonNullable<GetBatchStatusReply['ads']>[number]

/** Follows batches to their ends, with a bar for each account. Ctrl-C leaves them to themselves. */
export async function watchBatches(
  context: Context,
  session: Session,
  ids: readonly (number | string)[],
): Promise<WatchedBatch[]> {
  const progress = await showProgress(context.world, context.isJson)
  const accounts = new Map<string, Account>()
  try {
    return await Promise.all(ids.map((id) => watchOne(context, session, id, { accounts, progress })))
  } catch (error) {
    if (context.signal.aborted) throw leaving(ids)
    throw error
  } finally {
    progress.stop()
  }
}

function leaving(ids: readonly (number | string)[]): CommandProblem {
  const them = ids.length === 1 ? `Batch ${ids[0]} goes` : `The batches ${ids.join(', ')} go`
  const what = `${them} on without you. To watch again: flightdeck batch watch ${ids.join(' ')}`
  return new CommandProblem(
    `${what}\nTo stop what was not sent yet: flightdeck batch cancel ${ids[0]}`,
    exitCodes.interrupted,
  )
}

interface Shown {
  accounts: Map<string, Account>
  progress: Progress
}

async function watchOne(context: Context, session: Session, id: number | string, shown: Shown): Promise<WatchedBatch> {
  const { signal } = context
  const before = await session.flightdeck.getBatchStatus({ id, include: 'ads' }, { signal })
  if (before.status === 'draft') throw new CommandProblem(`Batch ${id} is a draft: nothing of it was launched.`)
  const accountOf = new Map((before.ads ?? []).map((ad) => [placeOf(ad), ad.adAccountId]))
  const seen = new Set<string>()
  for (const ad of before.ads ?? []) {
    const account = accountIn(shown.accounts, ad.adAccountId)
    account.total += 1
    note(shown, seen, ad.adAccountId, { ad, how: outcomeOf(ad) })
  }
  const status = await session.flightdeck.waitForBatch(id, {
    signal,
    include: 'ads',
    onEvent: ({ type, data }) => {
      if (type === 'batch.waiting' && data.waits.length > 0) shown.progress.say(`Batch ${id}: ${data.message}`)
      if (type !== 'ad.launched' && type !== 'ad.failed') return
      const account = accountOf.get(placeOf(data))
      if (account) note(shown, seen, account, { ad: data, how: type === 'ad.launched' ? 'launched' : 'failed' })
    },
  })
  for (const ad of status.ads ?? []) note(shown, seen, ad.adAccountId, { ad, how: outcomeOf(ad) })
  return status
}

function accountIn(accounts: Map<string, Account>, id: string): Account {
  const account = accounts.get(id) ?? { total: 0, launched: 0, failed: 0 }
  accounts.set(id, account)
  return account
}

interface ScreenPosition {
  index: number
  adSetId: string
}

const placeOf = ({ index, adSetId }: ScreenPosition) => `${index}/${adSetId}`

function outcomeOf({ status }: BatchAd): 'launched' | 'failed' | null {
  if (status === 'launched' || status === 'undone') return 'launched'
  return status === 'failed' || status === 'cancelled' ? 'failed' : null
}

/** An ad is counted once, however often it is told of. */
function note(
  { accounts, progress }: Shown,
  seen: Set<string>,
  id: string,
  { ad, how }: { ad: ScreenPosition; how: 'launched' | 'failed' | null },
): void {
  const account = accountIn(accounts, id)
  if (how !== null && !seen.has(placeOf(ad))) {
    seen.add(placeOf(ad))
    account[how] += 1
  }
  const { total, launched, failed } = account
  progress.show(id, launched + failed, total, failed > 0 ? `(${failed} failed)` : '')
}

/** 0 when every ad of every batch exists. */
export function exitOf(batches: readonly WatchedBatch[]): ExitCode {
  return batches.every(({ summaryStatus }) => summaryStatus === 'success') ? exitCodes.done : exitCodes.failed
}
