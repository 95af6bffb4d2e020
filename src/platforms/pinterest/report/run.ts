import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { PlatformError } from '../../../errors.ts'
import { parseJsonOrNull } from '../../kit/http/call.ts'
import { read } from '../client.ts'
import type { Api, CallOptions } from '../client.ts'
import { platformName } from '../name.ts'
import { ReportStartWire, ReportWire } from '../wire.ts'

/** Reports reach this many days back, and cover at most so many at once. */
export const reportDaysBack = 914
export const reportDays = 186

export interface RunPace {
  /** How long to wait between two looks, and in all. */
  lookMs: number
  maxWaitMs: number
}

/** A figure that was nothing is left out or null. */
export const FlatRowWire = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullish())
export type FlatRow = z.output<typeof FlatRowWire>

const FileWire = z.record(z.string(), z.array(FlatRowWire))
/** The address of a finished report may have ended before it was used; a new one is had by asking again. */
const maxFetches = 3

/** Has the platform prepare a report, waits for it, and fetches its file: rows by the id of what they are about. */
export async function runReport(
  api: Api,
  body: object,
  { lookMs, maxWaitMs }: RunPace,
  options: CallOptions,
): Promise<Record<string, FlatRow[]>> {
  const path = `ad_accounts/${options.accountId}/reports`
  const { token } = await api.post(ReportStartWire, path, body, { ...options, isWrite: false })
  const deadline = Date.now() + maxWaitMs
  for (let fetches = 0; ;) {
    const report = await api.get(ReportWire, path, { token }, options)
    if (report.report_status === 'FINISHED' && report.url) {
      // It needs no token, so it gets none.
      const answer = await api.outside({ method: 'GET', url: report.url, isWrite: false, signal: options.signal })
      if (answer.status === 200) return read(FileWire, parseJsonOrNull(answer.text), false)
      if (++fetches === maxFetches) throw noReport(`cannot be fetched (HTTP ${answer.status})`)
    } else if (report.report_status !== 'IN_PROGRESS') throw noReport(`ended as ${report.report_status}`)
    if (Date.now() + lookMs > deadline) throw noReport('is not finished yet')
    await delay(lookMs, undefined, { signal: options.signal })
  }
}

function noReport(why: string): PlatformError {
  return new PlatformError({ platform: platformName, kind: 'transient', message: `The report of these days ${why}.` })
}
