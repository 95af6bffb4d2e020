import type { Issue } from '../../../errors.ts'
import type { AccountRef, AdSetRequest, BudgetSchedule, ParentCampaign } from '../../contract/manage.ts'
import { oneOf } from './campaign.ts'
import { checkAmount } from '../manage/money.ts'

const list = 'budgetSchedules'
const maxPeriods = 50
const shortestHours = 3
/** The platform raises a budget to eight times the daily one at most. */
const maxTimesDaily = 8

/** Periods of a higher budget, as far as the request alone tells. */
export function checkSchedules(request: AdSetRequest, account: AccountRef, now: Date): Issue[] {
  const { budgetSchedules: periods = [], lifetimeBudget } = request
  if (periods.length === 0) return []
  if (periods.length > maxPeriods) return [{ path: list, message: `takes at most ${maxPeriods} periods` }]
  if (lifetimeBudget !== undefined) return [{ path: list, message: 'go with a dailyBudget only' }]
  return [
    ...periods.flatMap((period, index) => {
      const at = `${list}.${index}`
      return [...checkValue(period, at, request.dailyBudget, account), ...checkPeriod(period, at, request, now)]
    }),
    ...checkOverlaps(periods),
  ]
}

/** A budget that the campaign holds cannot be raised on one of its ad sets. */
export function checkScheduleLevel({ budgetSchedules = [] }: AdSetRequest, campaign: ParentCampaign): Issue[] {
  const campaignHolds = (campaign.dailyBudget ?? campaign.lifetimeBudget) !== null
  if (budgetSchedules.length === 0 || !campaignHolds) return []
  return [{ path: list, message: 'go with a dailyBudget of the ad set, but the campaign holds the budget' }]
}

function checkValue(
  { budgetValue: value, budgetValueType: type, recurrenceType }: BudgetSchedule,
  at: string,
  dailyBudget: number | undefined,
  account: AccountRef,
): Issue[] {
  const path = `${at}.budgetValue`
  const issues = [
    ...oneOf(`${at}.budgetValueType`, type, ['ABSOLUTE', 'MULTIPLIER']),
    // A weekly period that ran once, or once for ever, would not be what was asked for.
    ...oneOf(`${at}.recurrenceType`, recurrenceType, ['ONE_TIME']),
  ]
  if (type === 'MULTIPLIER') {
    if (!Number.isInteger(value) || value < 1 || value > maxTimesDaily)
      issues.push({ path, message: `must be a whole number from 1 to ${maxTimesDaily} for a MULTIPLIER` })
    return issues
  }
  const wrong = checkAmount(account, path, value)
  if (wrong.length > 0) return [...issues, ...wrong]
  if (dailyBudget !== undefined && value > dailyBudget * maxTimesDaily + 1e-6)
    issues.push({ path, message: `must be at most ${maxTimesDaily} times the dailyBudget` })
  return issues
}

function checkPeriod(
  { timeStart, timeEnd }: BudgetSchedule,
  at: string,
  { startTime, endTime }: AdSetRequest,
  now: Date,
): Issue[] {
  const path = `${at}.timeEnd`
  if (timeEnd <= timeStart) return [{ path, message: 'must be later than timeStart' }]
  if (timeEnd.getTime() - timeStart.getTime() < shortestHours * 3_600_000)
    return [{ path, message: `must be at least ${shortestHours} hours after timeStart` }]
  if (timeEnd <= now) return [{ path, message: 'must be in the future' }]
  if (startTime && timeEnd <= startTime) return [{ path, message: "must be later than the ad set's startTime" }]
  if (endTime && timeStart >= endTime)
    return [{ path: `${at}.timeStart`, message: "must be earlier than the ad set's endTime" }]
  return []
}

/** Of two periods that overlap, the one further down the list is named. */
function checkOverlaps(periods: BudgetSchedule[]): Issue[] {
  return periods.flatMap((period, index) => {
    const other = periods
      .slice(0, index)
      .findIndex(({ timeStart, timeEnd }) => timeStart < period.timeEnd && period.timeStart < timeEnd)
    return other < 0 ? [] : [{ path: `${list}.${index}.timeStart`, message: `overlaps with ${list}.${other}` }]
  })
}
