import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareOfDay, spansWith } from './delivery-spans.ts'

const always = [{ from: Date.parse('2026-01-01'), to: Date.parse('2027-01-01') }]

test('a day on which clocks change is an hour shorter or longer, where they do', () => {
  assert.equal(shareOfDay(always, '2026-03-08', 'America/New_York'), 23 / 24)
  assert.equal(shareOfDay(always, '2026-11-01', 'America/New_York'), 25 / 24)
  assert.equal(shareOfDay(always, '2026-11-02', 'America/New_York'), 1)
  assert.equal(shareOfDay(always, '2026-11-01', 'Asia/Tokyo'), 1)
})

test('a day counts where the account is, and only while the switch was on', () => {
  const noon = Date.parse('2026-07-01T12:00:00Z')
  const changes = [
    { at: Date.parse('2026-06-01T00:00:00Z'), status: 'on' },
    { at: noon, status: 'off' },
    { at: noon + 48 * 3600_000, status: 'on' },
  ]
  const spans = spansWith(changes, 'on', noon + 60 * 3600_000)
  assert.equal(shareOfDay(spans, '2026-07-01', 'UTC'), 0.5)
  assert.equal(shareOfDay(spans, '2026-07-01', 'Asia/Tokyo'), 21 / 24)
  assert.equal(shareOfDay(spans, '2026-07-02', 'UTC'), 0)
  assert.equal(shareOfDay(spans, '2026-07-04', 'UTC'), 0)
})
