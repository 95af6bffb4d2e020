import { notFound } from '../../../errors.ts'
import type { CopyLevel } from '../../contract/duplicate.ts'
import type { Spec } from '../../contract/manage.ts'
import { nullWhenMissing } from '../client.ts'
import type { Api, CallOptions } from '../client.ts'
import { entityPath } from '../manage/read.ts'
import { isId } from '../map.ts'
import { ObjectWire } from '../wire.ts'

const words: Record<CopyLevel, string> = { campaign: 'campaign group', adset: 'campaign', ad: 'creative' }

/** An object of the account with all its fields, or 404: whether it does not exist or is somebody else's. */
export async function readWhole(api: Api, level: CopyLevel, id: string, options: CallOptions): Promise<Spec> {
  const path = entityPath(options.accountId, level, id)
  const found = isId(id) ? await api.get(ObjectWire, path, {}, options).catch(nullWhenMissing) : null
  if (!found) throw notFound(words[level], id)
  return found
}

/** Only the platform says these of a thing. */
const readOnly = new Set([
  ...['id', 'version', 'versionTag', 'changeAuditStamps', 'servingStatuses', 'test', 'isTest', 'backfilled'],
  ...['allowedCampaignTypes', 'createdAt', 'createdBy', 'lastModifiedAt', 'lastModifiedBy', 'review', 'isServing'],
  ...['servingHoldReasons'],
])

/** What a new one like it is made of. */
export function writable(source: Spec): Spec {
  return Object.fromEntries(
    Object.entries(source).filter(([name, value]) => !readOnly.has(name) && !name.endsWith('Info') && value !== null),
  )
}

/** A beginning in the past is moved: the platform takes no other. A minute on, because its clock need not be ours. */
const beginsInMs = 60_000

interface Schedule {
  start?: number
  end?: number
}

/** When the copy runs. ended: the source ran out, and a copy with the same end would never run. */
export function scheduleFor(source: Spec, now: Date): { runSchedule: Schedule; hasEnded: boolean } {
  const { start = 0, end } = (source.runSchedule ?? {}) as Schedule
  const begins = Math.max(start, now.getTime() + beginsInMs)
  const hasEnded = end !== undefined && end <= begins
  return { runSchedule: { start: begins, ...(end === undefined || hasEnded ? {} : { end }) }, hasEnded }
}
