import { recordHighDemand } from '../content/activities.ts'
import { Created } from '../call.ts'
import type { GraphCall } from '../call.ts'
import { badParameter, missingParameter, notOneOf, refusal } from '../errors.ts'
import { newMediaId } from '../world.ts'
import type { World } from '../world.ts'
import type { Target } from '../graph/target.ts'
import { defineType } from '../graph/node-types.ts'
import type { Edge } from '../graph/node-types.ts'
import type { Account, AdSet, BudgetSchedule, Campaign } from './objects.ts'
import { integerParam, isGiven, isObject, isValidateOnly, listParam, textParam, timeParam } from '../graph/params.ts'
import type { Params } from '../graph/params.ts'

const shortest = 3 * 3600
const maxPerObject = 50
const maxTimesDaily = 8
const valueTypes: ReadonlySet<string> = new Set(['ABSOLUTE', 'MULTIPLIER'])
const recurrences = ['ONE_TIME', 'WEEKLY']

type Scheduled = Campaign | AdSet
type Period = Pick<BudgetSchedule, 'budget_value' | 'budget_value_type' | 'time_start' | 'time_end'> &
  Record<string, unknown>

export function defineScheduleTypes(): void {
  defineType('HighDemandPeriod', {
    fields: 'ad_object_id budget_value budget_value_type recurrence_type time_start time_end weekly_schedule',
    defaultFields: 'id,ad_object_id,budget_value,budget_value_type,recurrence_type,time_start,time_end',
  })
}

export const scheduleEdge: Edge = {
  of: 'HighDemandPeriod',
  defaultFields: 'id,ad_object_id,budget_value,budget_value_type,recurrence_type,time_start,time_end',
  list: ({ id }, { world }) => world.budgetSchedules.lookup('object', id),
}

/** POST <campaign or ad set>/budget_schedules: more budget for a while. */
export function createSchedule(call: GraphCall, { type, object }: Target, account: Account): Created | object {
  const period = readPeriod(call, call.params, object as Scheduled)
  checkRoom(call.world, object as Scheduled, [period])
  if (isValidateOnly(call.params)) return { success: true }
  const schedule = store(call.world, account, object.id, period)
  recordHighDemand(call.world, type, object)
  return new Created('HighDemandPeriod', schedule)
}

/** `budget_schedule_specs` of a campaign or ad set that is created or changed; checked now, stored by the caller. */
export function readInlineSchedules(call: GraphCall, object: Scheduled): Period[] {
  const specs = listParam(call.params, 'budget_schedule_specs') ?? []
  const periods = specs.map((spec) => {
    if (!isObject(spec)) throw badParameter('Param budget_schedule_specs must hold objects', 'budget_schedule_specs')
    return readPeriod(call, spec, object)
  })
  if (periods.length > 0) checkRoom(call.world, object, periods)
  return periods
}

export function storeSchedules(world: World, account: Account, objectId: string, periods: Period[]): void {
  for (const period of periods) store(world, account, objectId, period)
}

function store(world: World, account: Account, objectId: string, period: Period): BudgetSchedule {
  const id = newMediaId(world)
  const now = world.now()
  const owner = { tenant: account.tenant, account_id: account.account_id, ad_object_id: objectId }
  return world.budgetSchedules.put(id, { id, ...owner, created: now, updated: now, ...period })
}

function readPeriod({ world }: GraphCall, params: Params, object: Scheduled, before?: BudgetSchedule): Period {
  if (object.daily_budget === undefined)
    throw refusal(undefined, 'Daily budget needed', 'Only daily budgets can be raised for a while.', 'budget_value')
  if (object['objective'] === 'OUTCOME_APP_PROMOTION')
    throw refusal(
      undefined,
      'Not for app campaigns',
      'Automated app campaigns have no budget schedules.',
      'budget_value',
    )
  const value = integerParam(params, 'budget_value') ?? before?.budget_value
  if (value === undefined) throw missingParameter('budget_value')
  const valueType = textParam(params, 'budget_value_type') ?? before?.budget_value_type
  if (valueType === undefined) throw missingParameter('budget_value_type')
  if (!valueTypes.has(valueType)) throw notOneOf('budget_value_type', valueTypes)
  const start = secondsOf(params, 'time_start') ?? before?.time_start
  const end = secondsOf(params, 'time_end') ?? before?.time_end
  if (start === undefined) throw missingParameter('time_start')
  if (end === undefined) throw missingParameter('time_end')
  if (end * 1000 <= world.now()) throw badParameter('time_end must be in the future', 'time_end')
  if (end - start < shortest) throw badParameter('A period must last for at least three hours', 'time_end')
  const recurrence = textParam(params, 'recurrence_type') ?? 'ONE_TIME'
  if (!recurrences.includes(recurrence)) throw notOneOf('recurrence_type', recurrences)
  const weekly = listParam(params, 'weekly_schedule')
  if (recurrence === 'WEEKLY' && !weekly) throw missingParameter('weekly_schedule')
  checkAmount(value, valueType, object.daily_budget)
  return {
    budget_value: value,
    budget_value_type: valueType,
    time_start: start,
    time_end: end,
    recurrence_type: recurrence,
    ...(weekly ? { weekly_schedule: weekly } : {}),
  }
}

function secondsOf(params: Params, name: string): number | undefined {
  const time = timeParam(params, name)
  return time === undefined ? undefined : Math.floor(time / 1000)
}

/** The raised budget may be up to eight times the daily one. */
function checkAmount(value: number, valueType: string, daily: number): void {
  const raised = valueType === 'MULTIPLIER' ? value * daily : value
  if (value < 1 || raised > daily * maxTimesDaily)
    throw badParameter(`budget_value may raise the budget to ${maxTimesDaily} times the daily one`, 'budget_value')
}

function checkRoom(world: World, object: Scheduled, periods: Period[], except?: string): void {
  const others: Period[] = world.budgetSchedules.lookup('object', object.id).filter(({ id }) => id !== except)
  if (others.length + periods.length > maxPerObject)
    throw badParameter(`At most ${maxPerObject} periods are possible`, 'budget_schedules')
  const all = [...others, ...periods].sort((one, other) => one.time_start - other.time_start)
  for (const [index, period] of all.entries()) {
    const next = all[index + 1]
    if (next && next.time_start < period.time_end)
      throw refusal(undefined, 'Periods overlap', 'Two periods cannot raise the same budget.', 'time_start')
  }
}

/** POST <period>. */
export function updateSchedule(call: GraphCall, { object }: Target): object {
  const { world, params } = call
  const schedule = object as BudgetSchedule
  const owner = world.campaigns.get(schedule.ad_object_id) ?? world.adsets.get(schedule.ad_object_id)
  if (!owner) throw badParameter('What this period belongs to does not exist')
  const fields = ['budget_value', 'budget_value_type', 'time_start', 'time_end']
  if (!fields.some((field) => isGiven(params, field))) throw missingParameter('budget_value')
  const period = readPeriod(call, params, owner, schedule)
  checkRoom(world, owner, [period], schedule.id)
  world.budgetSchedules.put(schedule.id, { ...schedule, ...period, updated: world.now() })
  return { success: true }
}

export function deleteSchedule({ world }: GraphCall, { object }: Target): object {
  world.budgetSchedules.remove(object.id)
  return { success: true }
}
