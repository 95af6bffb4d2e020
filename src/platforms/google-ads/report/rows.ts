import type { z } from 'zod'
import type { DayCounts } from '../../kit/figures.ts'
import type { Api, CallOptions } from '../client.ts'
import type { Metrics } from '../wire.ts'
import { queryOf } from './question.ts'
import type { Question } from './question.ts'

/** What was delivered, page by page. */
export async function* readRows<T extends { metrics: Metrics }>(
  api: Api,
  schema: z.ZodType<T>,
  question: Question,
  options: CallOptions,
): AsyncGenerator<T[]> {
  for await (const page of api.pages(schema, queryOf(question), options)) {
    const rows = page.filter(({ metrics }) => isSomething(metrics))
    if (rows.length > 0) yield rows
  }
}

/** The same in one answer, however much it is. */
export async function readAllRows<T extends { metrics: Metrics }>(
  api: Api,
  schema: z.ZodType<T>,
  question: Question,
  options: CallOptions,
): Promise<T[]> {
  return (await api.stream(schema, queryOf(question), options)).filter(({ metrics }) => isSomething(metrics))
}

/** What an account bids for is conversions, so those are the results. */
export function countsOf({ costMicros, impressions, clicks, conversions, conversionsValue }: Metrics): DayCounts {
  return {
    spendMicros: costMicros,
    impressions,
    clicks,
    conversions,
    conversionValueMicros: Math.round(conversionsValue * 1_000_000),
    results: conversions,
  }
}

function isSomething(metrics: Metrics): boolean {
  return Object.values(metrics).some((figure) => figure !== 0)
}
