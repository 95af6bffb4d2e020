import type { Check, Installation } from '../check.ts'
import {
  anyObject,
  exactly,
  fields,
  integer,
  listOf,
  matching,
  number,
  optional,
  orNull,
  text,
  truth,
} from '../shape.ts'

const metrics = [
  ...['spend', 'impressions', 'clicks', 'ctr', 'cpm', 'cpc', 'results', 'costPerResult', 'conversions'],
  ...['conversionValue', 'roas', 'reach', 'frequency'],
]

const window = ({ startDate, endDate }: Installation) => ({ startDate, endDate })
const figure = orNull(number)

export const reporting: Check[] = [
  ...Object.entries({ adId: 'adId', adsetName: 'adsetName', campaignName: 'campaignName' }).map(
    ([groupBy, field]): Check => ({
      name: `the report query groups by ${groupBy}, with every metric as a number`,
      async run(trial) {
        const query = {
          accountIds: trial.at.account,
          ...window(trial.at),
          groupBy,
          metrics: metrics.join(','),
          limit: 5,
        }
        const { body } = await trial.get('/v1/reports/query', { ...query, sortBy: 'spend', sortDirection: 'DESC' })
        const row = { [field]: orNull(text), ...Object.fromEntries(metrics.map((metric) => [metric, figure])) }
        trial.fits(body, fields({ success: exactly(true), data: listOf(fields(row)), metadata: anyObject }))
        const pagination = { offset: integer, limit: exactly(5), total: integer, hasMore: truth }
        trial.fits(body.pagination, fields(pagination), 'pagination')
        trial.fits(body.metadata, fields({ platform: text, source: text }), 'metadata')
        const spends = (body.data as { spend: number | null }[]).map(({ spend }) => spend ?? 0)
        if (spends.some((spend, index) => index > 0 && spend > (spends[index - 1] ?? 0)))
          trial.differs(`sortDirection=DESC should put the largest first, has ${spends.join(', ')}`)
      },
    }),
  ),
  {
    name: 'the report query takes accountId, dateFrom and dateTo as well',
    async run(trial) {
      const { account, startDate, endDate } = trial.at
      const common = { groupBy: 'campaignName', metrics: 'spend', limit: 100, sortBy: 'spend' }
      const one = await trial.get('/v1/reports/query', { ...common, accountIds: account, startDate, endDate })
      const names = { accountId: account, dateFrom: startDate, dateTo: endDate }
      const other = await trial.get('/v1/reports/query', { ...common, ...names })
      trial.fits(other.body.data, exactly(one.body.data), 'data')
    },
  },
  {
    name: 'days that are none, and a limit that is none, are refused',
    async run(trial) {
      const { account } = trial.at
      const query = { accountIds: account, ...window(trial.at), groupBy: 'adId', metrics: 'spend' }
      for (const wrong of [{ startDate: '2026-02-30' }, { endDate: 'soon' }, { limit: 0 }, { metrics: 'luck' }])
        await trial.ask('/v1/reports/query', [400, 422], { query: { ...query, ...wrong } })
    },
  },
  {
    name: 'reach composition by month, and countries',
    async run(trial) {
      const { account: accountId } = trial.at
      const reach = await trial.get('/v1/reports/primary/reach-composition', { accountId, ...window(trial.at) })
      const month = {
        month: matching(/^\d{4}-\d{2}/, 'a month'),
        ...{ reach: figure, cumulativeReach: figure, incrementalReach: figure },
      }
      trial.fits(reach.body, fields({ data: listOf(fields(month)) }))
      const countries = await trial.get('/v1/reports/primary/country-breakdown', { accountId, ...window(trial.at) })
      trial.fits(countries.body, fields({ data: listOf(fields({ country: text, spend: optional(figure) })) }))
    },
  },
  {
    name: 'top ads and daily spend',
    async run(trial) {
      const query = { accountIds: trial.at.account, ...window(trial.at) }
      const top = await trial.get('/v1/analytics/top-ads', { ...query, limit: 3 })
      trial.fits(top.body, fields({ data: listOf(anyObject) }))
      const spend = await trial.get('/v1/spend/daily', query)
      const day = { date: matching(/^\d{4}-\d{2}-\d{2}$/, 'a day'), accountId: text, currency: text, spend: figure }
      trial.fits(spend.body, fields({ data: listOf(fields(day)) }))
    },
  },
  {
    name: 'the fields that reports have',
    async run(trial) {
      const { text: said } = await trial.get('/v1/reports/fields')
      for (const metric of metrics)
        if (!said.includes(`"${metric}"`)) trial.differs(`${metric} is not among the fields`)
    },
  },
]
