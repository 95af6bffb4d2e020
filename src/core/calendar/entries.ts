import { dayMs } from '../../days.ts'
import type { Platform } from '../../platforms/contract/platform.ts'
import { versionSetting } from '../../platforms/kit/setting-names.ts'
import type { Platforms } from '../../platforms/registry.ts'
import { soonMs } from '../connections/state/verdict.ts'

/** A new version of a platform's interface means a new version of Flightdeck: that takes longer than a new token. */
const versionNoticeMs = 60 * dayMs

export const calendarKinds = ['connection', 'renewal', 'version', 'platform_change', 'end'] as const
export const calendarMarks = ['ok', 'warning', 'problem'] as const

/** Something that ends on a known day, and what to do about it. */
export interface CalendarEntry {
  on: Date
  kind: (typeof calendarKinds)[number]
  /** problem: it has ended, and something does not work because of it; warning: it is time to do something. */
  mark: (typeof calendarMarks)[number]
  what: string
  whatToDo: string
  platform: string
  connectionId: number | null
  accountId: string | null
  endId: number | null
  /** null: it is about the platform, wherever it is reached. */
  isSandbox: boolean | null
}

const aboutPlatform = { connectionId: null, accountId: null, endId: null, isSandbox: null }

export interface DatedConnection {
  id: number
  label: string
  expires_at: Date | null
  renewable_until: Date | null
  is_sandbox: boolean
  state: 'ok' | 'expiring' | 'broken'
  origin: 'consent' | 'paste'
}

/** When what opens a platform ends: by itself, and what it is renewed with. */
export function connectionEntries(platform: Platform, row: DatedConnection, now: Date): CalendarEntry[] {
  const { id: connectionId, label, expires_at: end, renewable_until: last, is_sandbox: isSandbox, state } = row
  const named = { platform: platform.name, connectionId, accountId: null, endId: null, isSandbox }
  const isRenewed = last !== null && last > now
  // Where renewing has stopped, its end comes nearer day by day.
  const isPutOff =
    last !== null &&
    platform.oauth?.renewal?.movesItsEnd === true &&
    markAt(last, now, soonMs) === 'ok' &&
    state === 'ok'
  const ofToken = end && {
    ...{ ...named, kind: 'connection' as const, on: end, what: `The token of ${platform.title} (${label}) ends.` },
    mark: isRenewed ? ('ok' as const) : markAt(end, now, soonMs),
    whatToDo: isRenewed
      ? 'Nothing: it is renewed before then, which moves this day.'
      : reconnect(platform, row, end <= now),
  }
  const ofRenewal = last && {
    ...{ ...named, kind: 'renewal' as const, on: last, mark: markAt(last, now, soonMs) },
    what: `What ${platform.title} (${label}) is renewed with ends.`,
    whatToDo: isPutOff ? 'Nothing: each renewal puts this day off.' : reconnect(platform, row, last <= now),
  }
  // Of one day there is one entry: that of what cannot be had anew.
  return [...(ofToken && ofToken.on.getTime() !== last?.getTime() ? [ofToken] : []), ...(ofRenewal ? [ofRenewal] : [])]
}

/** What was consented to is consented to anew, in the same connection; what was pasted is pasted anew. */
function reconnect({ name, title }: Platform, { id, origin }: DatedConnection, isOver: boolean): string {
  const how =
    origin === 'consent'
      ? `dashboard > Connections > Connect again, or ./flightdeck connection connect ${name} --again ${id}`
      : `paste a new token on the page Connections, or ./flightdeck connection add ${name}`
  return isOver
    ? `Connect ${title} again: ${how}. What needs it waits until then.`
    : `Connect ${title} again before then: ${how}.`
}

/** When the platforms switch off the versions that are spoken here, where they have said so. */
export function versionEntries({ all }: Platforms, now: Date): CalendarEntry[] {
  return all.flatMap(({ name, title, api }) => {
    if (api.endsOn === null) return []
    const on = startOf(api.endsOn)
    const what = `${title} switches off version ${api.version} of its interface.`
    const newer = api.alsoKnown?.find(({ endsOn }) => endsOn === null || endsOn > (api.endsOn ?? ''))
    const meanwhile = newer
      ? ` Until you can, ${versionSetting(name)}=${newer.version} speaks one that answers alike.`
      : ''
    const whatToDo = `Update Flightdeck before then: newer releases speak newer versions.${meanwhile}`
    const mark = markAt(on, now, versionNoticeMs)
    return [{ ...aboutPlatform, kind: 'version', platform: name, on, mark, what, whatToDo }]
  })
}

/** What platforms end besides their versions. It is theirs to end, so it never is a problem of ours; but it is said. */
export function changeEntries({ all }: Platforms, now: Date): CalendarEntry[] {
  return all.flatMap(({ name, title, endings = [] }) =>
    endings.map(({ on: day, what, whatToDo }) => {
      const on = startOf(day)
      const mark = markAt(on, now, versionNoticeMs) === 'ok' ? 'ok' : 'warning'
      return {
        ...aboutPlatform,
        kind: 'platform_change',
        platform: name,
        on,
        mark,
        what: `${title} ${what}.`,
        whatToDo,
      }
    }),
  )
}

function markAt(end: Date, now: Date, noticeMs: number): CalendarEntry['mark'] {
  const left = end.getTime() - now.getTime()
  if (left <= 0) return 'problem'
  return left < noticeMs ? 'warning' : 'ok'
}

function startOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
