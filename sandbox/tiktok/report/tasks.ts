import { advertiserOf, oneOf, requiredText } from '../call.ts'
import type { Call } from '../call.ts'
import { CsvText, invalid, TikTokError } from '../errors.ts'
import type { ReportTask } from '../objects/objects.ts'
import { readReportQuery } from './query.ts'
import { reportRows } from './reports.ts'

const month = 30 * 24 * 3600 * 1000
type TaskStatus = 'QUEUING' | 'PROCESSING' | 'SUCCESS' | 'FAILED' | 'CANCELED'

/** POST /report/task/create/: the report is made in the background. */
export function createReportTask(call: Call): object {
  const { world, params, token } = call
  const advertiser = advertiserOf(call)
  oneOf(params, 'output_format', ['CSV_STRING'], 'CSV_STRING')
  readReportQuery(params, true)
  const id = world.newId()
  const now = world.now()
  const due = now + world.settings().reportSeconds * 1000
  world.reportTasks.put(id, { id, advertiser: advertiser.id, token, params, created: now, due, isCanceled: false })
  return { task_id: id }
}

/** GET /report/task/check/. */
export function checkReportTask(call: Call): object {
  return { status: statusOf(call, findTask(call)) }
}

/** POST /report/task/cancel/. */
export function cancelReportTask(call: Call): object {
  const task = findTask(call)
  if (statusOf(call, task) === 'SUCCESS') throw invalid('task_id: The task is finished.')
  call.world.reportTasks.put(task.id, { ...task, isCanceled: true })
  return { task_id: task.id, status: 'CANCELED' }
}

/** GET /report/task/download/: lines of text without an envelope. */
export function downloadReportTask(call: Call): CsvText {
  const task = findTask(call)
  if (statusOf(call, task) !== 'SUCCESS') throw invalid('task_id: The report is not finished.')
  const query = readReportQuery(task.params, true)
  const dimensions: string[] = [query.idField, ...(query.isDaily ? ['stat_time_day'] : []), ...query.splits]
  const lines = reportRows(call.world, advertiserOf(call), query).map((row) => [
    ...dimensions.map((name) => row.dimensions[name] ?? ''),
    ...query.metrics.map((name) => (row.metrics[name] ?? '').replace('@int64:', '')),
  ])
  return new CsvText([[...dimensions, ...query.metrics], ...lines].map((line) => line.map(quoted).join(',')).join('\n'))
}

function quoted(value: string): string {
  return /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** Tasks are kept for thirty days, and only the token that made one may ask for it. */
function findTask(call: Call): ReportTask {
  const { world, params, token } = call
  const advertiser = advertiserOf(call)
  const task = world.reportTasks.get(requiredText(params, 'task_id'))
  const isOwn = task?.advertiser === advertiser.id && task.token === token
  if (!task || !isOwn || world.now() > task.created + month)
    throw new TikTokError(40007, 'The report task does not exist.')
  return task
}

function statusOf({ world }: Call, { created, due, isCanceled }: ReportTask): TaskStatus {
  if (isCanceled) return 'CANCELED'
  const now = world.now()
  if (now < created + (due - created) / 4) return 'QUEUING'
  if (now < due) return 'PROCESSING'
  return world.settings().reportsFail ? 'FAILED' : 'SUCCESS'
}
