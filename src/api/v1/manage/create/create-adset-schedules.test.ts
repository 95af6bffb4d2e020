import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoFixture } from '../../../../../test/support/demo.ts'
import { startTestApp } from '../../../../../test/support/harness.ts'
import { creatingIn } from '../../../../../test/support/manage/creating.ts'
import { assertRefused, inDays as daysFromNow, readNode } from '../../../../../test/support/manage/manage.ts'

const app = await startTestApp()
const { accounts } = await demoFixture(app)
const account = accounts.find(({ currency }) => currency === 'USD')!.id
const yen = accounts.find(({ currency }) => currency === 'JPY')!.id
const url = '/v1/manage/create-adset'
const hour = 3600
/** From one moment for all, so that equal days are equal times. */
const today = daysFromNow(0)
const inDays = (days: number) => today + days * 24 * hour

const { makeCampaign, create } = creatingIn(app, account)

const good = {
  accountId: account,
  campaignId: await makeCampaign({}),
  name: 'Broad',
  dailyBudget: 20,
  targeting: { targeting_automation: { advantage_audience: 1 } },
}

/** A day of a higher budget, so many days from now. */
const day = (from: number, more: object = {}) => ({
  timeStart: inDays(from),
  timeEnd: inDays(from + 1),
  budgetValue: 30,
  budgetValueType: 'ABSOLUTE',
  ...more,
})
const days = (count: number) => Array.from({ length: count }, (_, index) => day(1 + 2 * index))

async function storedPeriods(adSetId: string): Promise<Record<string, unknown>[]> {
  const fields = 'budget_value,budget_value_type,time_start,time_end'
  const { data } = await readNode<{ data: Record<string, unknown>[] }>(app, `${adSetId}/budget_schedules`, fields)
  return data.map(({ id: _id, ...period }) => period).sort((a, b) => Number(a.time_start) - Number(b.time_start))
}

test('budget schedules are applied to the new ad set: amounts in minor units, multipliers as they are', async () => {
  const [raised, tripled] = [day(1), day(3, { budgetValue: 3, budgetValueType: 'MULTIPLIER' })]
  const spelled = {
    time_start: tripled.timeStart,
    time_end: tripled.timeEnd,
    budget_value: 3,
    budget_value_type: 'MULTIPLIER',
  }
  const made = await create({ ...good, budget_schedules: [raised, spelled] })
  assert.deepEqual(
    made.budgetSchedules.map(({ index, success, id }) => [index, success, typeof id]),
    [
      [0, true, 'string'],
      [1, true, 'string'],
    ],
  )
  assert.deepEqual(await storedPeriods(made.adSetId), [
    { budget_value: 3000, budget_value_type: 'ABSOLUTE', time_start: raised.timeStart, time_end: raised.timeEnd },
    { budget_value: 3, budget_value_type: 'MULTIPLIER', time_start: tripled.timeStart, time_end: tripled.timeEnd },
  ])
})

test('fifty periods, one right after the other, of three hours and of eight times the budget are possible', async () => {
  const start = inDays(1)
  const budgetSchedules = Array.from({ length: 50 }, (_, index) => ({
    timeStart: start + index * 3 * hour,
    timeEnd: start + (index + 1) * 3 * hour,
    budgetValue: 160,
  }))
  const made = await create({ ...good, budgetSchedules })
  assert.ok(made.budgetSchedules.every(({ success }) => success))
  assert.equal(new Set(made.budgetSchedules.map(({ id }) => id)).size, 50)
})

test('a schedule that the platform refuses is reported, and the ad set and the other schedules stay', async () => {
  const match = { method: 'POST', path: '/budget_schedules$' }
  await app.control('POST', 'faults', {
    platform: 'meta',
    match,
    fault: 'platform-error',
    code: 10,
    after: 1,
    times: 1,
  })
  const made = await create({ ...good, budgetSchedules: days(3) })
  assert.deepEqual(
    made.budgetSchedules.map(({ success }) => success),
    [true, false, true],
  )
  const { code, platformCode, message, retryable } = made.budgetSchedules[1]!.error!
  assert.deepEqual([code, platformCode, typeof message, retryable], ['platform_error', 10, 'string', false])
  assert.equal((await readNode(app, made.adSetId, 'status')).status, 'PAUSED')
  assert.deepEqual(
    (await storedPeriods(made.adSetId)).map((period) => period.time_start),
    [days(3)[0]!.timeStart, days(3)[2]!.timeStart],
  )
})

test('a schedule whose answer got lost is found again, not made twice', async () => {
  const match = { method: 'POST', path: '/budget_schedules$' }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'drop-after', times: 1 })
  const made = await create({ ...good, budgetSchedules: days(2) })
  assert.deepEqual(
    made.budgetSchedules.map(({ success }) => success),
    [true, true],
  )
  assert.equal((await storedPeriods(made.adSetId)).length, 2)
})

const withBudget = await makeCampaign({ objective: 'OUTCOME_SALES', dailyBudget: 100 })
const automatedApp = await makeCampaign({
  objective: 'OUTCOME_APP_PROMOTION',
  dailyBudget: 100,
  isAutomatedCampaign: true,
  promotedObject: { application_id: '1', object_store_url: 'https://apps.example.com/1' },
})
const forApp = { application_id: '1', object_store_url: 'https://apps.example.com/1' }
const ofCampaign = { dailyBudget: undefined, budgetSchedules: [day(1)] }

const rules: [what: string, change: object, path: string, status?: number][] = [
  ['51 periods', { budgetSchedules: days(51) }, 'budgetSchedules', 400],
  [
    'periods beside a lifetime budget',
    { dailyBudget: undefined, lifetimeBudget: 300, endTime: inDays(9), budgetSchedules: [day(1)] },
    'budgetSchedules',
  ],
  ['periods beside a budget of the campaign', { ...ofCampaign, campaignId: withBudget }, 'budgetSchedules'],
  [
    'periods in an automated app campaign',
    { ...ofCampaign, campaignId: automatedApp, promotedObject: forApp },
    'budgetSchedules',
  ],
  [
    'a period of an unknown type',
    { budgetSchedules: [day(1), day(3, { budgetValueType: 'PERCENT' })] },
    'budgetSchedules.1.budgetValueType',
  ],
  ['a period of nothing', { budgetSchedules: [day(1, { budgetValue: 0 })] }, 'budgetSchedules.0.budgetValue', 400],
  [
    'a period of less than nothing',
    { budgetSchedules: [day(1, { budgetValue: -5 })] },
    'budgetSchedules.0.budgetValue',
    400,
  ],
  ['a period of half a cent', { budgetSchedules: [day(1, { budgetValue: 30.005 })] }, 'budgetSchedules.0.budgetValue'],
  [
    'a period of more than eight times the budget',
    { budgetSchedules: [day(1, { budgetValue: 160.01 })] },
    'budgetSchedules.0.budgetValue',
  ],
  ...[9, 1.5, 0].map((budgetValue): [string, object, string, number] => [
    `a budget times ${budgetValue}`,
    { budgetSchedules: [day(1, { budgetValue, budgetValueType: 'MULTIPLIER' })] },
    'budgetSchedules.0.budgetValue',
    budgetValue === 0 ? 400 : 422,
  ]),
  [
    'a period that comes every week',
    { budgetSchedules: [day(1, { recurrenceType: 'WEEKLY', weeklySchedule: [] })] },
    'budgetSchedules.0.recurrenceType',
  ],
  [
    'a period of less than three hours',
    { budgetSchedules: [day(1, { timeEnd: inDays(1) + 3 * hour - 1 })] },
    'budgetSchedules.0.timeEnd',
  ],
  [
    'a period that ends before it starts',
    { budgetSchedules: [day(3, { timeEnd: inDays(2) })] },
    'budgetSchedules.0.timeEnd',
  ],
  ['a period that is over', { budgetSchedules: [day(-3)] }, 'budgetSchedules.0.timeEnd'],
  [
    'periods that overlap, in whatever order',
    { budgetSchedules: [day(5), day(1), day(1.5)] },
    'budgetSchedules.2.timeStart',
  ],
  ['the same period twice', { budgetSchedules: [day(1), day(1)] }, 'budgetSchedules.1.timeStart'],
  [
    'a period before the ad set starts',
    { startTime: inDays(5), budgetSchedules: [day(1)] },
    'budgetSchedules.0.timeEnd',
  ],
  [
    'a period after the ad set has ended',
    { endTime: inDays(5), budgetSchedules: [day(6)] },
    'budgetSchedules.0.timeStart',
  ],
  [
    'a period without a start',
    { budgetSchedules: [day(1, { timeStart: undefined })] },
    'budgetSchedules.0.timeStart',
    400,
  ],
  ['a period without an end', { budgetSchedules: [day(1, { timeEnd: undefined })] }, 'budgetSchedules.0.timeEnd', 400],
  ['a time that is none', { budgetSchedules: [day(1, { timeEnd: 'tomorrow' })] }, 'budgetSchedules.0.timeEnd', 400],
  [
    'a period without a value',
    { budgetSchedules: [day(1, { budgetValue: null })] },
    'budgetSchedules.0.budgetValue',
    400,
  ],
  ['a schedule that is no list', { budgetSchedules: day(1) }, 'budgetSchedules', 400],
]

for (const [what, change, path, status] of rules) {
  test(`an ad set with ${what} is refused before anything is written`, () =>
    assertRefused(app, url, { what, body: { ...good, ...change }, path, status }))
}

test('an amount of yen has no decimals', async () => {
  const campaignId = await makeCampaign({ accountId: yen })
  const body = { ...good, accountId: yen, campaignId, dailyBudget: 2000 }
  const path = 'budgetSchedules.0.budgetValue'
  const what = 'half a yen'
  await assertRefused(app, url, { what, body: { ...body, budgetSchedules: [day(1, { budgetValue: 3000.5 })] }, path })
  const made = await create({ ...body, budgetSchedules: [day(1, { budgetValue: 3000 })] })
  assert.equal((await storedPeriods(made.adSetId))[0]!.budget_value, 3000)
})
