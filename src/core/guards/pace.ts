import { dayMs } from '../../days.ts'
import type { CachedAccount } from '../connections/accounts.ts'
import type { SpendKind } from './read-spend.ts'

interface Pacing {
  kind: SpendKind
  accounts: Pick<CachedAccount, 'time_zone'>[]
  spent: bigint
  bound: bigint
}

/** When a cap will be reached, should spending go on as it did in the day or month so far; null: not within it, or nobody can tell. */
export function reachedAt({ kind, accounts, spent, bound }: Pacing, now: Date): Date | null {
  // Of accounts in several time zones the day that began first is the one that is spent most of.
  const zones = new Set(accounts.map(({ time_zone: zone }) => zone))
  const spans = [...zones].map((zone) => spanOf(zone, kind, now))
  if (spans.length === 0 || spent <= 0n || spent >= bound) return null
  const elapsed = Math.max(...spans.map(({ elapsedMs }) => elapsedMs))
  const left = Math.max(...spans.map(({ leftMs }) => leftMs))
  const needed = (Number(bound - spent) / Number(spent)) * elapsed
  return needed <= left ? new Date(now.getTime() + needed) : null
}

/** How much of the day or month is over where the account is, and how much is left. A change of clocks is not looked at. */
function spanOf(timeZone: string, kind: SpendKind, now: Date): { elapsedMs: number; leftMs: number } {
  const { year, month, day, sinceMidnight } = clockIn(timeZone, now)
  if (kind === 'day') return { elapsedMs: Math.max(1, sinceMidnight), leftMs: dayMs - sinceMidnight }
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate() * dayMs
  const elapsedMs = Math.max(1, (day - 1) * dayMs + sinceMidnight)
  return { elapsedMs, leftMs: length - elapsedMs }
}

function clockIn(timeZone: string, now: Date) {
  const parts = partsIn(timeZone, now)
  const [year, month, day, hour, minute, second] = parts as [number, number, number, number, number, number]
  return { year, month, day, sinceMidnight: ((hour * 60 + minute) * 60 + second) * 1000 }
}

function partsIn(timeZone: string, now: Date): number[] {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  try {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...options, second: '2-digit', hourCycle: 'h23' })
    return format.format(now).split(/\D+/).map(Number)
  } catch (error) {
    if (error instanceof RangeError) return partsIn('UTC', now)
    throw error
  }
}
