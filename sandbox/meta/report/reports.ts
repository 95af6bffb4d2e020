import type { GraphCall } from '../call.ts'
import { GraphError, badParameter, unknownNode } from '../errors.ts'
import { newMediaId } from '../world.ts'
import { computeInsights, refuseTooMuch, renderRow, showingOf } from './insights.ts'
import { readInsightQuery } from './query.ts'
import type { InsightLevel, InsightQuery } from './query.ts'
import { readInsight } from './values.ts'
import { accountOf } from '../graph/target.ts'
import type { Target } from '../graph/target.ts'
import { defineType } from '../graph/node-types.ts'
import type { FieldReader } from '../graph/node-types.ts'
import type { Account, GraphObject, ReportRun } from '../campaigns/objects.ts'
import { integerParam, textParam } from '../graph/params.ts'
import type { Params } from '../graph/params.ts'
import { pageUrl } from '../graph/read/render.ts'

const ownLevels: Record<string, InsightLevel> = { AdAccount: 'account', Campaign: 'campaign', AdSet: 'adset', Ad: 'ad' }
const month = 30 * 24 * 3600 * 1000

/** GET <id>/insights. */
export function readInsights(call: GraphCall, target: Target, params: Params = call.params): object {
  const account = requireAccount(call, target)
  const query = queryOf(call, { type: target.type, params, isAsync: false }, account)
  return answerReport(call, { account, target: target.object, query }, params)
}

/** POST <id>/insights: the report is made in the background. */
export function startReport(call: GraphCall, target: Target): object {
  const { world } = call
  const account = requireAccount(call, target)
  const { access_token: _token, appsecret_proof: _proof, ...params } = call.params
  queryOf(call, { type: target.type, params, isAsync: true }, account)
  const id = newMediaId(world)
  const now = world.now()
  world.reportRuns.put(id, {
    id,
    tenant: account.tenant,
    account_id: account.account_id,
    created: now,
    updated: now,
    target_type: target.type,
    target_id: target.object.id,
    params,
    due: now + world.settings().reportSeconds * 1000,
  })
  return { report_run_id: id }
}

/** GET <run>/insights: the rows, once there are any. */
export function readReport(call: GraphCall, { object }: Target): object {
  const run = liveRun(call, object as ReportRun)
  if (statusOf(call, run) !== 'Job Completed')
    throw badParameter('The report is not complete: wait until async_status is Job Completed')
  const { account, target, query } = parts(call, run)
  return answerReport(call, { account, target, query }, call.params)
}

function requireAccount(call: GraphCall, target: Target): Account {
  const account = accountOf(call, target)
  if (!account) throw unknownNode(target.object.id, call.method)
  return account
}

function queryOf(
  call: GraphCall,
  { type, params, isAsync }: { type: string; params: Params; isAsync: boolean },
  account: Account,
): InsightQuery {
  return readInsightQuery(call, params, { ownLevel: ownLevels[type] ?? 'account', isAsync }, account)
}

/** Runs are kept for thirty days. */
function liveRun(call: GraphCall, run: ReportRun): ReportRun {
  if (call.world.now() > run.created + month) throw unknownNode(run.id, call.method)
  return run
}

interface Report {
  account: Account
  target: GraphObject
  query: InsightQuery
}

function parts(call: GraphCall, run: ReportRun): Report {
  const { world } = call
  const account = world.accounts.get(`act_${run.account_id}`)
  const id = run.target_id
  const target = world.accounts.get(id) ?? world.campaigns.get(id) ?? world.adsets.get(id) ?? world.ads.get(id)
  if (!account || !target) throw unknownNode(run.id, call.method)
  return {
    account,
    target,
    query: queryOf(call, { type: run.target_type, params: run.params, isAsync: true }, account),
  }
}

const defaultLimit = 25
const largestLimit = 5000

function answerReport(call: GraphCall, { account, target, query }: Report, paging: Params): object {
  const { rows, all } = computeInsights(call.world, account, target, query)
  refuseTooMuch(call.world, rows.length)
  const limit = Math.min(integerParam(paging, 'limit') ?? defaultLimit, largestLimit)
  if (limit < 1) throw badParameter('Param limit must be greater than 0', 'limit')
  const start = startOf(paging, limit)
  const page = rows.slice(start, start + limit)
  const data = page.map((row) => renderRow(call, row, account, query))
  const summary = query.summary.length > 0 && rows.length > 0 ? { summary: summaryOf(account, query, all) } : {}
  if (page.length === 0) return { data, ...summary }
  const cursors = { before: cursorOf(start), after: cursorOf(start + page.length - 1) }
  const next = start + limit < rows.length ? { next: pageUrl(call, paging, 'after', cursors.after) } : {}
  const previous = start > 0 ? { previous: pageUrl(call, paging, 'before', cursors.before) } : {}
  return { data, paging: { cursors, ...next, ...previous }, ...summary }
}

function cursorOf(position: number): string {
  return Buffer.from(`row|${position}`).toString('base64url')
}

function startOf(paging: Params, limit: number): number {
  const after = textParam(paging, 'after')
  const before = textParam(paging, 'before')
  if (after) return positionOf(after) + 1
  return before ? Math.max(0, positionOf(before) - limit) : 0
}

function positionOf(cursor: string): number {
  const [, position] = /^row\|(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (position === undefined) throw new GraphError({ code: 2642, message: '(#2642) Invalid cursors values' })
  return Number(position)
}

function summaryOf(account: Account, query: InsightQuery, all: Parameters<typeof readInsight>[1]): object {
  const shown: Record<string, unknown> = {}
  for (const field of query.summary) {
    const value = readInsight(field, all, showingOf(account, query))
    if (value !== undefined) shown[field] = value
  }
  const sinces = query.slices.map(({ since }) => since).sort()
  const untils = query.slices.map(({ until }) => until).sort()
  return { ...shown, date_start: sinces[0], date_stop: untils.at(-1) }
}

type RunStatus = 'Job Not Started' | 'Job Started' | 'Job Running' | 'Job Completed' | 'Job Failed'

function statusOf(call: GraphCall, run: ReportRun): RunStatus {
  const share = shareOf(call, run)
  if (share < 0.1) return 'Job Not Started'
  if (share < 0.3) return 'Job Started'
  if (share < 1) return 'Job Running'
  return failureOf(call, run) ? 'Job Failed' : 'Job Completed'
}

function shareOf({ world }: GraphCall, { created, due }: ReportRun): number {
  return due > created ? Math.max(0, Math.min(1, (world.now() - created) / (due - created))) : 1
}

function failureOf(call: GraphCall, run: ReportRun): GraphError | undefined {
  if (call.world.settings().largestReport === 0) return undefined
  const { account, target, query } = parts(call, run)
  try {
    refuseTooMuch(call.world, computeInsights(call.world, account, target, query).rows.length)
    return undefined
  } catch (error) {
    if (error instanceof GraphError) return error
    throw error
  }
}

const ofFailure =
  (read: (error: GraphError) => unknown): FieldReader =>
  (run, call) => {
    const error = shareOf(call, run as ReportRun) >= 1 ? failureOf(call, run as ReportRun) : undefined
    return error && read(error)
  }

const readers: Record<string, FieldReader> = {
  async_status: (run, call) => statusOf(call, liveRun(call, run as ReportRun)),
  async_percent_completion: (run, call) => Math.floor(shareOf(call, run as ReportRun) * 100),
  is_running: (run, call) => shareOf(call, run as ReportRun) < 1,
  time_ref: ({ created }) => Math.floor(created / 1000),
  time_completed: (run, call) => {
    const { due } = run as ReportRun
    return shareOf(call, run as ReportRun) < 1 ? undefined : Math.floor(due / 1000)
  },
  date_start: (run, call) => parts(call, run as ReportRun).query.slices[0]?.since,
  date_stop: (run, call) => parts(call, run as ReportRun).query.slices.at(-1)?.until,
  error_code: ofFailure(({ details }) => details.code),
  error_subcode: ofFailure(({ details }) => details.subcode),
  error_message: ofFailure(({ message }) => message),
  error_user_title: ofFailure(({ details }) => details.title),
  error_user_msg: ofFailure(({ details }) => details.userMessage),
}

const runFields =
  'id,account_id,time_ref,time_completed,async_status,async_percent_completion,error_code,error_subcode,error_message,error_user_title,error_user_msg'

export function defineReportTypes(): void {
  defineType('AdReportRun', {
    fields: 'account_id is_bookmarked schedule_id friendly_name',
    computed: readers,
    defaultFields: runFields,
  })
}

/** `insights.date_preset(last_7d){spend}` among the fields of an object. */
export function insightsField(type: string): FieldReader {
  return (object, call, { args, sub }) => {
    const fields = sub ? { fields: sub.map(({ name }) => name).join(',') } : {}
    const report = readInsights(call, { type, object }, { ...args, ...fields }) as { data: object[] }
    return report.data.length > 0 ? report : undefined
  }
}
