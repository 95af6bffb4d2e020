import type pg from 'pg'
import type { CompanyId } from '../../../../db/company-id.ts'
import { dayMs } from '../../../../days.ts'
import type { CompiledRule } from '../../rule/compiled/compile.ts'
import type { FactFigure } from '../../rule/compiled/figure.ts'

/** What was said of the file that an ad showed, from one day before another, in milliseconds. */
interface SaidOfFile {
  state: string
  from: number
  before: number
}

/** By the key of the ad; since: before it nobody looked, and all is unknown. */
export interface SaidOfFiles {
  since: number
  byAd: ReadonlyMap<number, readonly SaidOfFile[]>
}

export const nobodyLooked: SaidOfFiles = { since: Infinity, byAd: new Map() }

/** Read where the rule asks for it alone. */
export async function readSaid(
  client: Pick<pg.ClientBase, 'query'>,
  { figures }: CompiledRule,
  companyId: CompanyId,
  accountKeys: readonly number[],
): Promise<SaidOfFiles> {
  const isAsked = [...figures.values()].some((figure) => figure.kind === 'fact' && figure.field === 'creativeState')
  if (!isAsked) return nobodyLooked
  const ms = (day: string) => `extract(epoch FROM ${day}) * 1000`
  const { rows: looked } = await client.query<{ since: number }>(
    `SELECT (${ms('first_day')})::float8 AS since FROM creative_judgings WHERE company_id = $1`,
    [companyId],
  )
  const { rows } = await client.query<SaidOfFile & { ad: number }>(
    `SELECT shown.ad_key AS ad, said.state, (${ms('greatest(said.from_day, shown.from_day)')})::float8 AS from,
       (${ms('least(said.before_day, shown.before_day)')})::float8 AS before
     FROM creative_states said JOIN ad_creatives shown ON shown.asset_id = said.creative_id AND shown.company_id = said.company_id
     WHERE said.company_id = $1 AND shown.account_key = ANY ($2) AND said.from_day < shown.before_day AND shown.from_day < said.before_day`,
    [companyId, accountKeys],
  )
  return { since: looked[0]?.since ?? Infinity, byAd: Map.groupBy(rows, ({ ad }) => ad) }
}

/** As it was known at a moment: what is said as of a day is said on the next. */
export function saidFact({ values }: FactFigure, { since, byAd }: SaidOfFiles, ad: number, at: number): number {
  const day = at - dayMs
  if (day < since) return NaN
  return Number(
    (byAd.get(ad) ?? []).some(({ state, from, before }) => values.includes(state) && from <= day && day < before),
  )
}
