import { setTimeout as delay } from 'node:timers/promises'
import type { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import { parseJsonOrNull } from '../../kit/http/call.ts'
import { createPlatformHttp } from '../../kit/http/http.ts'
import type { CallOptions, Params, Snap } from '../client.ts'
import { check } from '../elements.ts'
import { platformName } from '../name.ts'
import { ReportWire, RunWire } from './wire.ts'

export interface RunPace {
  /** How long to wait between two looks. */
  lookMs: number
  timeoutMs: number
}

const maxWaitMs = 5 * 60_000

/** Has the platform prepare the report in the background, waits for it, and fetches the file. */
export async function runReport(
  snap: Snap,
  { path, params }: { path: string; params: Params },
  { lookMs, timeoutMs }: RunPace,
  options: CallOptions,
): Promise<z.output<typeof ReportWire>> {
  const started = await snap.get(RunWire, `${path}/stats`, { ...params, async: true, async_format: 'json' }, options)
  const id = started.async_stats_reports[0]!.async_stats_report.report_run_id
  const until = Date.now() + maxWaitMs
  while (Date.now() < until) {
    const progress = await snap.get(RunWire, `${path}/stats_report`, { report_run_id: id }, options)
    const { async_status: status = '', result } = progress.async_stats_reports[0]!.async_stats_report
    if (status.toUpperCase() === 'COMPLETED' && result !== undefined) return fetchFile(result, timeoutMs, options)
    if (/FAIL|ERROR|CANCEL/i.test(status)) throw noReport(status, `ended as ${status}`)
    await delay(lookMs, undefined, { signal: options.signal })
  }
  throw noReport('REPORT_TIMEOUT', 'was not finished in five minutes')
}

/** The address is not the platform's interface: the token stays at home. */
async function fetchFile(url: string, timeoutMs: number, { signal }: CallOptions) {
  const http = createPlatformHttp(platformName, timeoutMs)
  try {
    const { status, text } = await http.request({ method: 'GET', url, isWrite: false, signal })
    if (status !== 200) throw noReport(status, `cannot be fetched (HTTP ${status})`)
    return check(ReportWire, parseJsonOrNull(text), false)
  } finally {
    await http.close()
  }
}

function noReport(code: string | number, why: string): PlatformError {
  const message = `The report of these days ${why}.`
  return new PlatformError({ platform: platformName, kind: 'transient', code, message })
}
