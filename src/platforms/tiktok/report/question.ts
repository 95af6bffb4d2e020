import type { DayRange } from '../../contract/insights.ts'
import type { ReachQuestion } from '../../contract/report.ts'
import type { Api, CallOptions, Params } from '../client.ts'

/** The longest stretches that one question may cover: day by day, and as a whole. */
export const maxDays = { daily: 30, whole: 365 }

type Level = ReachQuestion['level']

export interface Deps {
  api: Api
  accountId: string
  isSandbox: boolean
  /** Days up to this one are counted to their end, wherever the account is. */
  settledDay: string
  options: CallOptions
}

/** By `ad_id` a Smart+ ad is told creative by creative: never both are added up. */
export const names: Record<Level, { level: string; id: string; status: string | null }> = {
  account: { level: 'AUCTION_ADVERTISER', id: 'advertiser_id', status: null },
  campaign: { level: 'AUCTION_CAMPAIGN', id: 'campaign_id', status: 'campaign_status' },
  adset: { level: 'AUCTION_ADGROUP', id: 'adgroup_id', status: 'adgroup_status' },
  ad: { level: 'AUCTION_AD', id: 'ad_id_v2', status: 'ad_status' },
}

export interface Question {
  level: Level
  range: DayRange
  isDaily: boolean
  metrics: string[]
  byCountry?: boolean
  /** Of what is asked about: only these. */
  ids?: string[]
}

export function dimensionsOf({ level, isDaily, byCountry }: Question): string[] {
  return [names[level].id, ...(isDaily ? ['stat_time_day'] : []), ...(byCountry ? ['country_code'] : [])]
}

function idsFilterOf(id: string): string {
  return id === 'ad_id_v2' ? 'ad_ids_v2' : `${id}s`
}

/** Reports in the background cannot be asked for deleted objects: they take no filter by status. */
export function questionParams({ accountId }: Pick<Deps, 'accountId'>, question: Question, isTask = false): Params {
  const { level, id, status } = names[question.level]
  const isIn = (field: string, values: string[]) => ({
    field_name: field,
    filter_type: 'IN',
    filter_value: JSON.stringify(values),
  })
  const filtering = [
    ...(status && !isTask ? [isIn(status, ['STATUS_ALL'])] : []),
    ...(question.ids ? [isIn(idsFilterOf(id), question.ids)] : []),
  ]
  return {
    advertiser_id: accountId,
    report_type: question.byCountry ? 'AUDIENCE' : 'BASIC',
    data_level: level,
    dimensions: dimensionsOf(question),
    metrics: question.metrics,
    start_date: question.range.from,
    end_date: question.range.to,
    ...(filtering.length > 0 ? { filtering } : {}),
  }
}
