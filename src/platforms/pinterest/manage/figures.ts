import type { AccountRef, EntityType, PerformanceQuery } from '../../contract/manage.ts'
import { addCounted, rangeAsked } from '../../kit/figures.ts'
import type { Counted } from '../../kit/figures.ts'
import type { Api, Deps } from '../client.ts'
import { forIds } from '../discover.ts'
import { allStatuses } from '../map.ts'
import { columns, countsOf, readRows } from '../report/rows.ts'
import { CampaignWire } from '../wire.ts'

type Row = { id: string; campaignId: string | null; objective?: string | null }

interface FiguresQuery {
  level: EntityType
  query: Pick<PerformanceQuery, 'startDate' | 'endDate' | 'switchedOn'>
  rows: Row[]
}

/** What counts as a result is the campaign's to say; for what may spend nobody asks. null: no days were asked for. */
export async function figuresOf(
  api: Deps,
  account: AccountRef,
  { level, query, rows }: FiguresQuery,
): Promise<Map<string, Counted> | null> {
  const range = rangeAsked(query)
  if (!range) return null
  const all = new Map<string, Counted>()
  if (rows.length === 0) return all
  const objectives = query.switchedOn ? new Map<string, string | null>() : await objectivesOf(api, account, rows)
  const objectiveOf = new Map(rows.map(({ id, campaignId }) => [id, objectives.get(campaignId ?? '')]))
  const pace = { lookMs: api.isSandbox ? 500 : 3_000, maxWaitMs: 60_000 }
  const time = { today: api.now().toISOString().slice(0, 10), pace }
  const question = { level, range, isDaily: false, columns, ids: rows.map(({ id }) => id) }
  for await (const found of readRows(api, time, question, { accountId: account.id }))
    for (const { id, figures } of found) {
      const { spendMicros, impressions, clicks, results } = countsOf(figures, objectiveOf.get(id))
      addCounted(all, id, { spend: spendMicros / 1e6, impressions, clicks, results })
    }
  return all
}

async function objectivesOf(api: Api, { id: accountId }: AccountRef, rows: Row[]): Promise<Map<string, string | null>> {
  const known = rows.flatMap(({ id, campaignId, objective }) =>
    id === campaignId ? [[id, objective ?? null] as const] : [],
  )
  if (known.length === rows.length) return new Map(known)
  const ids = [...new Set(rows.flatMap(({ campaignId }) => campaignId ?? []))]
  const found = await forIds(ids, (some) => {
    const query = { campaign_ids: some, entity_statuses: allStatuses }
    return api.list(CampaignWire, `ad_accounts/${accountId}/campaigns`, query, { accountId, limit: some.length })
  })
  return new Map(found.map(({ id, objective_type: objective }) => [id, objective ?? null]))
}
