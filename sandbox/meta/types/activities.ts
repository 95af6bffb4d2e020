import { localTime } from '../../core/figures/account-days.ts'
import { app } from '../app.ts'
import type { GraphCall } from '../call.ts'
import { graphTime } from '../world.ts'
import { userId } from '../graph/access/tenant-ids.ts'
import { defineType } from '../graph/node-types.ts'
import type { Edge } from '../graph/node-types.ts'
import type { Activity } from '../campaigns/objects.ts'
import { booleanParam, enumParam, textListParam, textParam, timeParam } from '../graph/params.ts'

const categories: ReadonlySet<string> = new Set(
  'ACCOUNT AD AD_KEYWORDS AD_SET AUDIENCE BID BUDGET CAMPAIGN DATE STATUS TARGETING'.split(' '),
)
const week = 7 * 24 * 3600 * 1000

export function defineActivityTypes(): void {
  defineType('AdActivity', {
    fields: 'event_type object_id object_name object_type extra_data',
    computed: {
      event_time: ({ created }) => graphTime(created),
      date_time_in_timezone: (activity, call) => timeForPeople(activity as Activity, call),
      translated_event_type: ({ event_type }) => inWords(String(event_type)),
      actor_id: ({ tenant }) => userId(tenant),
      actor_name: ({ tenant }) => `Sandbox user of ${tenant}`,
      application_id: () => app.id,
      application_name: () => app.name,
      tool: () => 'API',
    },
    defaultFields: 'event_time,event_type,extra_data',
  })
}

/** `11/14/2026 at 3:05 PM`, where the account is. */
function timeForPeople({ created, account_id }: Activity, { world }: GraphCall): string {
  const timezone = world.accounts.get(`act_${account_id}`)?.timezone_name ?? 'UTC'
  const { day, hour, minute } = localTime(created, timezone)
  const [year, month, date] = day.split('-')
  const clock = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
  return `${month}/${date}/${year} at ${clock}`
}

function inWords(event: string): string {
  const text = event.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The history of an account, or of one ad set with its ads; newest first. */
export const activitiesEdge: Edge = {
  of: 'AdActivity',
  defaultFields: 'event_time,event_type,extra_data',
  list(object, call) {
    const all = call.world.activities.lookup('account', String(object['account_id'])).reverse()
    const isWanted = wantedBy(call)
    const isAccount = object.id.startsWith('act_')
    return all.filter(
      (activity) =>
        (isAccount || activity.object_id === object.id || activity.parents.includes(object.id)) && isWanted(activity),
    )
  },
}

function wantedBy(call: GraphCall): (activity: Activity) => boolean {
  const { params, world } = call
  const category = enumParam(params, 'category', categories)
  const until = endOf(params)
  const since = timeParam(params, 'since') ?? (until ?? world.now()) - week
  const ids = [textParam(params, 'oid'), ...(textListParam(params, 'extra_oids') ?? [])].filter(Boolean)
  const withChildren = booleanParam(params, 'add_children') ?? false
  const actor = textParam(params, 'uid')
  const filtersObject = ids.length > 0 && !world.settings().historyIgnoresObject
  return (activity) => {
    if (activity.created < since || (until !== undefined && activity.created > until)) return false
    if (category && activity.category !== category) return false
    if (actor && actor !== userId(call.tenant)) return false
    if (!filtersObject) return true
    return ids.includes(activity.object_id) || (withChildren && activity.parents.some((id) => ids.includes(id)))
  }
}

/** A plain date means the whole of that day. */
function endOf(params: GraphCall['params']): number | undefined {
  const until = timeParam(params, 'until')
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(textParam(params, 'until') ?? '')
  return until !== undefined && isDate ? until + 24 * 3600 * 1000 - 1 : until
}
