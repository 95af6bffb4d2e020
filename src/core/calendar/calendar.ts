import type { Db } from '../../db/connect.ts'
import type { KeptEnd } from '../ends/store.ts'
import { listEnds } from '../ends/store.ts'
import type { Platforms } from '../../platforms/registry.ts'
import { required } from '../../lookup.ts'
import type { Context } from '../context.ts'
import { amongWorkspaces, seen } from '../reach.ts'
import { calendarKinds, changeEntries, connectionEntries, versionEntries } from './entries.ts'
import type { CalendarEntry } from './entries.ts'

export interface CalendarDeps {
  db: Db
  platforms: Platforms
}

interface CalendarFilter {
  from?: Date
  to?: Date
  kind?: CalendarEntry['kind']
  offset: number
  limit: number
}

type Asking = Pick<Context, 'company'> & { now: Date }

/** What ends, the first end first: in the accounts that the caller sees, of the connections that open them, and of the platforms. */
export async function readCalendar(
  deps: CalendarDeps,
  context: Asking,
  { from, to, kind, offset, limit }: CalendarFilter,
): Promise<{ entries: CalendarEntry[]; total: number }> {
  const few = [
    ...(await ofConnections(deps, context)),
    ...versionEntries(deps.platforms, context.now),
    ...changeEntries(deps.platforms, context.now),
  ].filter((entry) => (!from || entry.on >= from) && (!to || entry.on < to) && (!kind || entry.kind === kind))
  const wantsEnds = !kind || kind === 'end'
  // Of many ends, those that can stand on this page or before it.
  const window = { state: 'waiting', from, to, offset: 0, limit: offset + limit } as const
  const kept = wantsEnds ? await listEnds(deps, context, window) : { ends: [], total: 0 }
  const entries = [...few, ...kept.ends.map((end) => entryOf(end, deps.platforms, context.now))].sort(byTime)
  return { entries: entries.slice(offset, offset + limit), total: few.length + kept.total }
}

function byTime(one: CalendarEntry, other: CalendarEntry): number {
  const kinds = calendarKinds.indexOf(one.kind) - calendarKinds.indexOf(other.kind)
  return one.on.getTime() - other.on.getTime() || kinds || idOf(one) - idOf(other)
}

const idOf = ({ connectionId, endId }: CalendarEntry) => connectionId ?? endId ?? 0

async function ofConnections({ db, platforms }: CalendarDeps, { company, now }: Asking): Promise<CalendarEntry[]> {
  const seesAll = company.workspaces === undefined
  const opensWhatIsSeen = seen`(${seesAll} OR EXISTS (SELECT FROM ad_accounts WHERE ad_accounts.company_id = ${company.id}
    AND ad_accounts.connection_id = connections.id AND ${amongWorkspaces(company, 'ad_accounts.workspace_id')}))`
  const rows = await db
    .selectFrom('connections')
    .where('company_id', '=', company.id)
    .where(opensWhatIsSeen)
    .select(['id', 'platform', 'label', 'expires_at', 'renewable_until', 'is_sandbox', 'state', 'origin'])
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => {
    const platform = platforms.driver(row.platform)
    return platform ? connectionEntries(platform, row, now) : []
  })
}

const levels = { ad: 'Ad', adset: 'Ad set', campaign: 'Campaign' } as const

function entryOf(end: KeptEnd, platforms: Platforms, now: Date): CalendarEntry {
  const { id, platform, account_id: accountId, entity_type: type, name, end_at: on, problem } = end
  const isLate = on <= now
  return {
    ...{ kind: 'end', platform, accountId, endId: id, on, connectionId: null, isSandbox: null },
    mark: isLate ? 'problem' : 'ok',
    what: `${levels[type]} "${name}" ends: it is paused on ${required(platforms.driver(platform), 'platform').title}.`,
    whatToDo: isLate
      ? `It could not be paused yet${problem === null ? '' : ` (${problem})`}: it is tried again. Pause it on the platform if it must stop now.`
      : 'Nothing: it is paused then. To let it run on, move its end or take it away.',
  }
}
