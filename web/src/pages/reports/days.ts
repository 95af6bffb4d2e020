import { t } from '../../languages/t.ts'

/** Days are `YYYY-MM-DD`, counted in UTC: the service counts each account's days in the account's own zone. */
export interface Days {
  from: string
  to: string
}

const dayMs = 86_400_000
const dayText = (time: number) => new Date(time).toISOString().slice(0, 10)

export const presets = {
  'last-7': t('Last 7 days'),
  'last-14': t('Last 14 days'),
  'last-30': t('Last 30 days'),
  'last-90': t('Last 90 days'),
  'this-month': t('This month'),
  'last-month': t('Last month'),
} as const
export type Preset = keyof typeof presets

/** Whole days: the last of them is yesterday, unless it is the month that goes on. */
export function daysOf(preset: Preset, now = Date.now()): Days {
  const today = new Date(now)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  if (preset === 'this-month') return { from: dayText(Date.UTC(year, month, 1)), to: dayText(now) }
  if (preset === 'last-month')
    return { from: dayText(Date.UTC(year, month - 1, 1)), to: dayText(Date.UTC(year, month, 0)) }
  const length = Number(preset.slice('last-'.length))
  return { from: dayText(now - length * dayMs), to: dayText(now - dayMs) }
}

export function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

export function everyDay({ from, to }: Days): string[] {
  const days: string[] = []
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) days.push(dayText(time))
  return days
}

/** As many days, right before these. */
export function before({ from, to }: Days): Days {
  const length = Date.parse(to) - Date.parse(from) + dayMs
  return { from: dayText(Date.parse(from) - length), to: dayText(Date.parse(from) - dayMs) }
}
