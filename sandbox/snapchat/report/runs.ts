import type { SimReply, SimRequest } from '../../core/simulator.ts'
import type { SnapCall } from '../call.ts'
import { badRequest, newRequestId, notFound } from '../errors.ts'
import { readStats } from './stats.ts'
import type { StatLevel } from './question.ts'

/** Where finished reports are fetched, without a token. */
export const filePath = '/_reports'
const keptMs = 7 * 24 * 3600 * 1000

/** `stats?async=true`: the same question, answered later in a file. */
export function startRun(call: SnapCall, level: StatLevel, id: string): object {
  const { world, request } = call
  const format = request.query.get('async_format') ?? 'json'
  if (format !== 'json') throw badRequest(`Unsupported Stats Query: async_format ${format}`, 'E1008')
  const body = readStats(call, level, id)
  const runId = world.newId()
  const due = world.now() + world.settings().reportSeconds * 1000
  world.runs.put(runId, { tenant: call.tenant, about: `${level}/${id}`, due, body })
  return found({ report_run_id: runId, async_status: 'STARTED' })
}

export function readRun(call: SnapCall, level: StatLevel, id: string): object {
  const { world, request } = call
  const runId = request.query.get('report_run_id') ?? ''
  const run = world.runs.get(runId)
  if (run?.tenant !== call.tenant || run.about !== `${level}/${id}` || world.now() > run.due + keptMs)
    throw notFound('report run')
  if (world.now() < run.due) return found({ report_run_id: runId, async_status: 'RUNNING' })
  const result = `${request.origin}/snapchat${filePath}/${runId}`
  return found({ report_run_id: runId, async_status: 'COMPLETED', result })
}

function found(report: object): object {
  return {
    request_status: 'SUCCESS',
    request_id: newRequestId(),
    async_stats_reports: [{ sub_request_status: 'SUCCESS', async_stats_report: report }],
  }
}

export function downloadRun(world: SnapCall['world'], request: SimRequest): SimReply {
  const run = world.runs.get(request.path.slice(filePath.length + 1))
  if (!run || world.now() < run.due || world.now() > run.due + keptMs)
    return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'No such object' }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: run.body }
}
