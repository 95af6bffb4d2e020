import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReportAccount } from '../../core/reports/sync/types.ts'
import { createSyncProgress } from './progress.ts'
import { companyId } from '../../../test/support/company-id.ts'

const accounts = [1, 2].map((key): ReportAccount => ({
  key,
  companyId: companyId(1),
  accountId: `act_${key}`,
  platform: 'primary',
  name: 'Shop',
  currency: 'USD',
  timeZone: 'UTC',
  connectionId: null,
  isSandbox: true,
}))
const [first, second] = accounts as [ReportAccount, ReportAccount]

test('a terminal shows which account of how many, days, rows and the time that is left', () => {
  const written: string[] = []
  let now = 0
  const screen = { isTTY: true, columns: 120, write: (text: string) => written.push(text) }
  const progress = createSyncProgress(accounts, screen, () => now)
  now = 1_000
  progress.show({ account: first, daysDone: 0, daysTotal: 30, rows: 0 })
  now = 31_000
  progress.show({ account: first, daysDone: 15, daysTotal: 30, rows: 1200 })
  assert.equal(written.at(-1), '\r████░░░░░░░░░░░░ 25%  account 1 of 2, 15 days, 1200 rows, about 2 min left\u001b[K')
  now = 61_000
  progress.show({ account: first, daysDone: 30, daysTotal: 30, rows: 2400 })
  progress.show({ account: second, daysDone: 30, daysTotal: 30, rows: 10 })
  progress.end()
  assert.equal(written.at(-2), '\r████████████████ 100%  account 2 of 2, 60 days, 2410 rows\u001b[K')
  assert.equal(written.at(-1), '\n')
})

test('a narrow terminal gets one line, not a broken one', () => {
  const written: string[] = []
  const progress = createSyncProgress(
    accounts,
    { isTTY: true, columns: 30, write: (text) => written.push(text) },
    () => 500,
  )
  progress.show({ account: first, daysDone: 15, daysTotal: 30, rows: 1200 })
  assert.ok(written.every((text) => text.replace('\r', '').replace('\u001b[K', '').length < 30))
})

test('a pipe gets one plain line for each account that is done', () => {
  const written: string[] = []
  const progress = createSyncProgress(accounts, { write: (text) => written.push(text) })
  progress.show({ account: second, daysDone: 0, daysTotal: 2, rows: 0 })
  progress.show({ account: second, daysDone: 1, daysTotal: 2, rows: 1 })
  progress.show({ account: second, daysDone: 2, daysTotal: 2, rows: 3 })
  progress.end()
  assert.deepEqual(written, ['Account 2 of 2, primary act_2: 2 days, 3 rows\n'])
})
