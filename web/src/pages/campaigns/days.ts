import type { Days } from '../../data/campaigns/campaigns.ts'
import type { Option } from '../../ui/select.tsx'
import { t } from '../../languages/t.ts'

export const ranges: readonly Option[] = [
  { value: '1', label: t('Today') },
  { value: '7', label: t('Last 7 days') },
  { value: '14', label: t('Last 14 days') },
  { value: '30', label: t('Last 30 days') },
  { value: '90', label: t('Last 90 days') },
]

/** The last days of an account, today among them, by its own clock. */
export function lastDays(count: number, timeZone: string): Days {
  const endDate = new Date().toLocaleDateString('en-CA', { timeZone })
  const start = new Date(`${endDate}T00:00:00Z`)
  start.setUTCDate(start.getUTCDate() - count + 1)
  return { startDate: start.toISOString().slice(0, 10), endDate }
}
