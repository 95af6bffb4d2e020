import type { ReportRow } from '../../../../client/src/index.ts'
import { titleOf } from '../../data/platforms.ts'
import { t } from '../../languages/t.ts'

/** What rows can be made for, and where they come from: kept figures, or the primary platform itself. */
export interface Grouping {
  name: string
  label: string
  source: 'query' | 'breakdown'
}

const kept: [string, string][] = [
  ['day', t('Day')],
  ['campaign', t('Campaign')],
  ['adset', t('Ad set')],
  ['ad', t('Ad')],
  ['account', t('Ad account')],
  ['platform', t('Platform')],
  ['country', t('Country')],
  ['searchTerm', t('Search##what somebody searched for')],
]

const live: [string, string][] = [
  ['age', t('Age')],
  ['gender', t('Gender')],
  ['publisher_platform', t('Network')],
  ['placement', t('Placement')],
  ['device', t('Device')],
  ['region', t('Region')],
]

/** `reach` is not a grouping of the query either: it has a report of its own. */
export const reachByMonth = 'reach'

export const groupings: Grouping[] = [
  ...kept.map(([name, label]) => ({ name, label, source: 'query' as const })),
  ...live.map(([name, label]) => ({ name, label, source: 'breakdown' as const })),
]

export function groupingOf(name: string): Grouping | undefined {
  return groupings.find((grouping) => grouping.name === name)
}

/** Fields that name a row of a grouping: its id, and what people call it. */
const fields: Record<string, [keyof ReportRow, keyof ReportRow]> = {
  day: ['date', 'date'],
  campaign: ['campaignId', 'campaignName'],
  adset: ['adsetId', 'adsetName'],
  ad: ['adId', 'adName'],
  account: ['accountId', 'accountName'],
  platform: ['platform', 'platform'],
  country: ['country', 'country'],
  searchTerm: ['searchTerm', 'searchTerm'],
}

export interface NamedRow {
  /** The same for the same thing in another period. */
  key: string
  label: string
  /** Where it belongs. */
  detail: string
}

export function nameOf(by: string, row: ReportRow): NamedRow {
  const [id, name] = fields[by] ?? ['accountId', 'accountName']
  const own = String(row[id] ?? '')
  const above = [row.accountName, row.platform && titleOf(row.platform)].filter((part) => part && part !== row[name])
  return {
    key: [row.accountId, own, row.campaignId, row.currency].filter(Boolean).join(' '),
    label: by === 'platform' && own ? titleOf(own) : String(row[name] ?? (own || '–')),
    detail: by === 'account' || isEntity(by) ? above.join(' · ') : '',
  }
}

function isEntity(by: string): boolean {
  return by === 'ad' || by === 'adset' || by === 'campaign'
}
