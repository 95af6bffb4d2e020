import type { CompanyId } from '../../db/company-id.ts'
import type { Db } from '../../db/connect.ts'
import type { TraceContext } from '../../trace/tracing.ts'
import { traceIn } from '../../trace/tracing.ts'
import { notifiesNobody } from '../reach.ts'
import type { Context } from '../context.ts'

/** The call that a batch came from. */
export interface BatchOrigin {
  requestId: string | null
  trace: TraceContext | null
}

/** As a batch keeps it. */
export function originRow({ requestId, trace }: Pick<Context, 'requestId' | 'trace'>) {
  return {
    request_id: requestId ?? null,
    traceparent: trace?.traceparent ?? null,
    tracestate: trace?.tracestate ?? null,
  }
}

export async function originOf(db: Db, companyId: CompanyId, batchId: number): Promise<BatchOrigin> {
  const row = await db
    .selectFrom('batches')
    .where('company_id', '=', companyId)
    .where(notifiesNobody)
    .select(['request_id', 'traceparent', 'tracestate'])
    .where('id', '=', batchId)
    .executeTakeFirst()
  return { requestId: row?.request_id ?? null, trace: traceIn(row) }
}
