import { PlatformError } from '../../../errors.ts'
import type { StepResult } from '../../contract/launch.ts'
import type { AdSetEnd } from '../../contract/manage.ts'

export interface ScheduledAdSet {
  id: string
  isPaused: boolean
  startTime: Date | null
  endTime: Date | null
}

export interface EndWrites<T extends ScheduledAdSet> {
  end(adSet: T): Promise<unknown>
  pause(adSet: T): Promise<unknown>
}

/**
 * Ends a campaign whose ad sets hold the ends. None of them is moved further away: an ad set that ends earlier was meant
 * to, and every day more costs money. One that refuses does not keep the others from ending.
 */
export async function endAdSets<T extends ScheduledAdSet>(
  adSets: T[],
  end: Date,
  writes: EndWrites<T>,
): Promise<AdSetEnd[]> {
  const allEnds: AdSetEnd[] = []
  const refusals: { adSetId: string; error: PlatformError }[] = []
  for (const adSet of adSets) {
    try {
      allEnds.push(await endOne(adSet, end, writes))
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'rejected') throw error
      refusals.push({ adSetId: adSet.id, error })
    }
  }
  const [first] = refusals
  if (!first) return allEnds
  const others = refusals.length > 1 ? ` So do ${refusals.length - 1} more.` : ''
  const { failure } = first.error
  const message = `Ad set ${first.adSetId} does not take the end: ${failure.message}${others}`
  throw new PlatformError({ ...failure, message })
}

/** What a campaign's end told of its ad sets: the journal keeps plain values, so it travels as text. */
export function adSetsIn({ adSets }: StepResult): { adSets?: AdSetEnd[] } {
  return typeof adSets === 'string' ? { adSets: JSON.parse(adSets) as AdSetEnd[] } : {}
}

async function endOne<T extends ScheduledAdSet>(adSet: T, end: Date, writes: EndWrites<T>): Promise<AdSetEnd> {
  const { id: adSetId, startTime, endTime, isPaused } = adSet
  const ends = endTime?.toISOString() ?? null
  if (endTime && endTime <= end) return { adSetId, changed: false, endTime: ends, reason: 'it ends earlier' }
  if (!startTime || startTime < end) {
    await writes.end(adSet)
    return { adSetId, changed: true, endTime: end.toISOString() }
  }
  // No platform takes an end before the beginning.
  const reason = isPaused ? 'it begins later than that, and is paused' : 'it begins later than that, so it was paused'
  if (!isPaused) await writes.pause(adSet)
  return { adSetId, changed: !isPaused, endTime: ends, reason }
}
