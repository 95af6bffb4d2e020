import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { PreparedMedia } from '../../contract/media.ts'
import { fileIssues, textLength } from './check-ad.ts'
import { budgetsOf, fromPlatformTime, toPlatformTime } from '../map.ts'
import { figureOf } from '../report/rows.ts'

const mebibyte = 1024 * 1024

function file(change: Partial<PreparedMedia>): PreparedMedia {
  return {
    kind: 'image',
    sha256: 'a'.repeat(64),
    size: mebibyte,
    contentType: 'image/png',
    filename: 'a.png',
    width: 1080,
    height: 1920,
    url: 'http://example.com/a.png',
    open: () => Readable.from([]),
    ...change,
  }
}

test('pictures and videos that the platform does not take are told with the place where they are', () => {
  const video = { kind: 'video' as const, contentType: 'video/mp4' }
  const pathsOf = (media: PreparedMedia, thumbnail: PreparedMedia | null = null) =>
    fileIssues([media], [thumbnail]).map((issue) => issue.path)
  assert.deepEqual(pathsOf(file({})), [])
  assert.deepEqual(pathsOf(file({ contentType: 'image/gif' })), ['media.0.url'])
  assert.deepEqual(pathsOf(file({ size: 50 * mebibyte })), ['media.0.url'])
  assert.deepEqual(pathsOf(file({ width: 1921, height: 1920 })), ['media.0.url'])
  assert.deepEqual(pathsOf(file({ width: 1920, height: 1920 })), [], 'exactly as many pixels as are possible')
  assert.deepEqual(pathsOf(file({ ...video, size: 500 * mebibyte })), [])
  assert.deepEqual(pathsOf(file({ ...video, size: 500 * mebibyte + 1 })), ['media.0.url'])
  assert.deepEqual(pathsOf(file(video), file({ width: 540, height: 960 })), [])
  assert.deepEqual(pathsOf(file(video), file({ width: 1000, height: 1000 })), ['media.0.thumbnail'])
})

test('wide characters count twice', () => {
  assert.equal(textLength('boots'), 5)
  assert.equal(textLength('天気'), 4)
  assert.equal(textLength('신발 a'), 6)
})

test('figures, budgets and times are read as the platform writes them', () => {
  const row = { dimensions: {}, metrics: { text: '20.50', dash: '-', none: null, number: 3 } }
  const read = ['text', 'dash', 'none', 'number'].map((name) => figureOf(row, name))
  assert.deepEqual(read, [20.5, null, null, 3])
  assert.deepEqual(budgetsOf({ budget: 50, budget_mode: 'BUDGET_MODE_DAY' }), { dailyBudget: 50, lifetimeBudget: null })
  assert.deepEqual(budgetsOf({ budget: 50, budget_mode: 'BUDGET_MODE_TOTAL' }), {
    dailyBudget: null,
    lifetimeBudget: 50,
  })
  assert.deepEqual(budgetsOf({ budget: 0, budget_mode: 'BUDGET_MODE_INFINITE' }), {
    dailyBudget: null,
    lifetimeBudget: null,
  })
  const time = new Date('2026-11-14T10:00:00Z')
  assert.equal(toPlatformTime(time), '2026-11-14 10:00:00')
  assert.deepEqual(fromPlatformTime('2026-11-14 10:00:00'), time)
  assert.equal(fromPlatformTime(''), null)
})
