import { z } from 'zod'
import type { SimReply, SimRequest } from '../../core/simulator.ts'
import { accountIn } from '../objects/accounts.ts'
import { answer, checkDays } from './analytics.ts'
import type { Level } from './analytics.ts'
import { readBody } from '../objects/batch.ts'
import { invalid } from '../errors.ts'
import { columns } from './metrics.ts'
import { newId, prefix } from '../world.ts'
import type { ApiCall, World } from '../world.ts'

/** Where finished reports are fetched, without a token and for five minutes. */
export const reportPath = '/_reports'
const urlMs = 5 * 60_000
const keptMs = 60 * 60_000

/** An ad is a promoted pin here. */
const levels: Record<string, Level> = {
  ADVERTISER: 'AD_ACCOUNT_ID',
  CAMPAIGN: 'CAMPAIGN_ID',
  AD_GROUP: 'AD_GROUP_ID',
  PIN_PROMOTION: 'AD_ID',
}

const WindowDays = z.literal([0, 1, 7, 14, 30, 60]).optional()

const ReportBody = z.object({
  start_date: z.string(),
  end_date: z.string(),
  granularity: z.enum(['TOTAL', 'DAY']),
  columns: z.array(z.string()).min(1),
  level: z.enum(Object.keys(levels)),
  report_format: z.enum(['JSON']).default('JSON'),
  click_window_days: WindowDays,
  engagement_window_days: WindowDays,
  view_window_days: WindowDays,
})

export function startReport(call: ApiCall, [accountId = '']: string[]): object {
  const { world, tenant } = call
  const account = accountIn(call, accountId)
  const request = readBody(call, ReportBody)
  checkDays(world, { start: request.start_date, end: request.end_date }, 914, 186)
  for (const column of request.columns) if (!columns[column]) throw invalid(`'${column}' is not a column`)
  const token = newId(world)
  const due = world.now() + world.settings().reportSeconds * 1000
  world.reports.put(token, { tenant, account_id: account.id, due, request })
  return { report_status: 'IN_PROGRESS', token, message: '' }
}

export function readReport(call: ApiCall, [accountId = '']: string[]): object {
  const { world, request } = call
  const account = accountIn(call, accountId)
  const token = request.query.get('token')
  if (token === null) throw invalid('token is required')
  const report = world.reports.get(token)
  if (report?.account_id !== account.id) return { report_status: 'DOES_NOT_EXIST', url: null, size: null }
  if (world.now() > report.due + keptMs) return { report_status: 'EXPIRED', url: null, size: null }
  if (world.now() < report.due) return { report_status: 'IN_PROGRESS', url: null, size: null }
  const until = world.now() + urlMs
  const url = `${request.origin}${prefix}${reportPath}/${token}?until=${until}`
  return { report_status: 'FINISHED', url, size: JSON.stringify(contentOf(world, token)).length }
}

/** By entity id, each with its rows. */
function contentOf(world: World, token: string): object {
  const report = world.reports.get(token)
  const account = report && world.accounts.get(report.account_id)
  if (!report || !account) return {}
  const request = ReportBody.parse(report.request)
  const level = levels[request.level] ?? 'AD_ID'
  const { columns: asked, granularity, start_date: start, end_date: end } = request
  const rows = answer(world, account, { level, ids: undefined, columns: asked, granularity, start, end })
  return Object.groupBy(rows, (row) => String(row[level]))
}

export function downloadReport(world: World, request: SimRequest): SimReply {
  const token = request.path.slice(reportPath.length + 1)
  const isOver = world.now() > Number(request.query.get('until'))
  if (isOver || !world.reports.get(token)) {
    const body = '<?xml version="1.0" encoding="UTF-8"?><Error><Message>Request has expired</Message></Error>'
    return { status: 403, headers: { 'content-type': 'application/xml' }, body }
  }
  return { status: 200, body: contentOf(world, token) }
}
