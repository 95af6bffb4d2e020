import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import type { CallOptions, Graph, Params } from '../client.ts'
import { InsightsRowWire } from './map-insights.ts'
import { platformName } from '../name.ts'

const RunWire = z.object({ report_run_id: z.string() })

const ProgressWire = z.object({
  async_status: z.string(),
  async_percent_completion: z.number().default(0),
  error_code: z.number().optional(),
  error_subcode: z.number().optional(),
  error_message: z.string().optional(),
  error_user_msg: z.string().optional(),
})

export interface ReportDeps {
  options: CallOptions
  isSandbox: boolean
}

const maxWaitMs = 5 * 60_000
const looksMs = { real: [1_000, 2_000, 5_000], sandbox: [100] }
const maxRuns = 2

/** Has the platform prepare the report in the background, waits for it, and reads it. */
export async function runReport(
  graph: Graph,
  path: string,
  params: Params,
  deps: ReportDeps & { maxRows: number },
): Promise<InsightsRowWire[]> {
  const id = await prepareReport(graph, path, params, deps)
  return graph.list(InsightsRowWire, `${id}/insights`, {}, { ...deps.options, limit: deps.maxRows })
}

/** The id of a report whose rows are there to be read. */
export async function prepareReport(graph: Graph, path: string, params: Params, deps: ReportDeps): Promise<string> {
  for (let run = 1; ; run++) {
    const { report_run_id: id } = await graph.post(RunWire, path, params, deps.options).catch(nothingWritten)
    const failure = await waitFor(graph, id, deps)
    if (!failure) return id
    // A run may fail for reasons of its own; one that names a reason will fail again.
    if (failure.failure.code !== undefined || run === maxRuns) throw failure
  }
}

/** Sent with POST, but a run that nobody reads does no harm: an answer that got lost may be asked for again. */
function nothingWritten(error: unknown): never {
  if (error instanceof PlatformError && error.kind === 'unknown')
    throw new PlatformError({ ...error.failure, kind: 'transient' })
  throw error
}

async function waitFor(graph: Graph, id: string, { options, isSandbox }: ReportDeps): Promise<PlatformError | null> {
  const waits = isSandbox ? looksMs.sandbox : looksMs.real
  const until = Date.now() + maxWaitMs
  const fields = 'id,async_status,async_percent_completion,error_code,error_subcode,error_message,error_user_msg'
  for (let look = 0; Date.now() < until; look++) {
    await delay(waits[Math.min(look, waits.length - 1)], undefined, { signal: options.signal })
    const progress = await graph.get(ProgressWire, id, { fields }, options)
    // All of it done is not yet success, and success is not told before all of it is done.
    if (progress.async_status === 'Job Completed' && progress.async_percent_completion === 100) return null
    if (progress.async_status === 'Job Failed' || progress.async_status === 'Job Skipped') return failureOf(progress)
  }
  return new PlatformError({
    platform: platformName,
    kind: 'transient',
    code: 'REPORT_TIMEOUT',
    message: 'The platform has not finished the report in five minutes. Ask for fewer days.',
  })
}

function failureOf(progress: z.output<typeof ProgressWire>): PlatformError {
  return new PlatformError({
    platform: platformName,
    kind: 'rejected',
    code: progress.error_code,
    subcode: progress.error_subcode,
    message: progress.error_user_msg ?? progress.error_message ?? 'The platform could not make the report.',
  })
}
