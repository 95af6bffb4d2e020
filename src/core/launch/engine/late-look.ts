import type { Logger } from 'pino'
import type { Db } from '../../../db/connect.ts'
import type { Found } from '../../../platforms/contract/launch.ts'
import { isWaiting, requireWorking, waitOr } from '../../connections/working.ts'
import type { Connections, OpenConnection } from '../../deps.ts'
import { answersTo } from '../../journal/past-writes.ts'
import { endLateLook, postponeLateLook, takeLateLooks } from '../../journal/late-looks.ts'
import type { LateLook } from '../../journal/late-looks.ts'
import { isKnownAd, noteSecondAd } from '../../journal/second-ads.ts'
import { PlatformError } from '../../../errors.ts'
import { isOutage } from '../../../outage.ts'
import type { MediaCache } from '../media/media-cache.ts'
import { restoreItem } from './restore-item.ts'
import { accountOfLane } from './account-of-lane.ts'

export interface LateLookDeps {
  db: Db
  connections: Connections
  launchMedia: Pick<MediaCache, 'known'>
  log: Logger
}

/** What cannot be looked at by then is let be. */
const maxLooks = 5
/** So long it waits for a connection that its platform refuses. */
const waitsForMs = 30 * 86_400_000
/** What is left after so many handfuls is looked for by the next run: none of them is in a hurry. */
const maxRounds = 10
/** So many are named: whoever has more knows enough. */
const maxSeconds = 10

/** Looks once more for ads whose requests were given up, or sent again: should one have appeared since, it is told, and nothing else. */
export async function lookLate(deps: LateLookDeps, signal: AbortSignal): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const due = await takeLateLooks(deps.db)
    if (due.length === 0) return
    for (const row of due) {
      if (signal.aborted) return
      await lookOnce(deps, row, signal)
    }
  }
}

async function lookOnce({ db, log, ...deps }: LateLookDeps, row: LateLook, signal: AbortSignal): Promise<void> {
  const { id, company_id: companyId, batch_id: batchId, journal_id: journalId, looks } = row
  try {
    const known = new Set(row.platform_id === null ? [] : [row.platform_id])
    const findNext = await seeker({ db, log, ...deps }, row, signal, known)
    let found = await findNext()
    for (; typeof found === 'object' && known.size < maxSeconds; found = await findNext()) {
      await noteSecondAd(db, { id, companyId, batchId }, found.found.id, 'late')
      known.add(found.found.id)
    }
    if (found !== 'unclear' || looks >= maxLooks) await endLateLook(db, companyId, journalId)
  } catch (error) {
    if (isOutage(error) || signal.aborted) throw error
    const isYoung = Date.now() - row.first_intent_at.getTime() < waitsForMs
    if (isWaiting(error) && isYoung) return await postponeLateLook(db, companyId, journalId)
    if (looks >= maxLooks) await endLateLook(db, companyId, journalId)
    log.warn({ itemId: id, looks, err: error }, 'an ad that may have appeared late could not be looked for')
  }
}

/** What looks for one more than is known. */
async function seeker(
  { db, connections, launchMedia }: LateLookDeps,
  row: LateLook,
  signal: AbortSignal,
  known: ReadonlySet<string>,
): Promise<() => Promise<Found>> {
  const { platform, account_id: accountId, company_id: companyId } = row
  const lane = { companyId, platform, accountId }
  const opened = await connections.openFor(...(await accountOfLane(db, lane)))
  await requireWorking(opened)
  const { session } = opened
  const verbs = session.launch
  if (!verbs) return nothing
  const driver = connections.platforms.driver(platform) ?? {}
  const media = { get: launchMedia.known }
  const steps = verbs.steps(await restoreItem({ media, driver }, verbs, row))
  const step = steps.find(({ kind }) => kind === 'ad')
  if (step?.readBack.kind !== 'find') return nothing
  const { readBack } = step
  const context = {
    results: await answersTo(db, lane, steps),
    signal,
    isTaken: async (id: string) => known.has(id) || (await isKnownAd(db, lane, id)),
    hasOpenTwin: () => Promise.resolve(false),
    fetchMedia: (url: string) => launchMedia.known({ batchId: row.batch_id, companyId }, url),
  }
  const intent = { firstSentAt: row.first_intent_at, isCertain: true, except: known }
  return async () => {
    const found = await readBack.find(context, intent).catch(refusedBy(opened))
    // Where marks tell ads apart, what another write made is not found; to be sure it is asked once more.
    return typeof found === 'object' && (await context.isTaken(found.found.id)) ? 'absent' : found
  }
}

/** Whether the whole connection was refused is asked, so that it waits instead of being looked for in vain. */
const refusedBy = (opened: OpenConnection) => async (error: unknown) => {
  throw error instanceof PlatformError ? await waitOr(opened, error) : error
}

const nothing = (): Promise<Found> => Promise.resolve('absent')
