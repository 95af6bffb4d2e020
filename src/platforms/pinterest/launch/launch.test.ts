import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Readable } from 'node:stream'
import type { OwnAd } from './fields.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import { checkFiles } from './check-ad.ts'
import { callsToAction } from './cta.ts'
import { checkBudget, roundBudget } from '../manage/manage.ts'
import { altTextOf, timeOf } from './pin.ts'
import { seek } from '../seek.ts'

const ad: OwnAd = { adName: 'A', type: 'single', launchPaused: false, media: [] }

test('the mark of a pin survives the longest title', () => {
  const text = altTextOf({ ad: { ...ad, title: 'x'.repeat(600) }, adToken: 'abcdefghij-12' })
  assert.equal(text.length, 500)
  assert.ok(text.endsWith('x [abcdefghij-12]'))
  assert.notEqual(altTextOf({ ad, adToken: 'b-1' }), altTextOf({ ad, adToken: 'b-11' }))
})

test('every word that is offered for the button has a meaning, and none is lost', () => {
  assert.equal(callsToAction.buttonFor('BOOK_TRAVEL'), 'BOOK_NOW')
  assert.equal(callsToAction.buttonFor('SIGN_UP'), 'SIGN_UP')
  assert.equal(callsToAction.buttonFor(undefined), undefined)
  const without = callsToAction.words.filter((word) => callsToAction.buttonFor(word) === undefined)
  assert.deepEqual(without, ['NO_BUTTON'])
})

function file(more: Partial<PreparedMedia>): PreparedMedia {
  const base = { kind: 'image', sha256: 'x', size: 10, contentType: 'image/png', filename: 'a', width: 10, height: 10 }
  return { ...base, url: 'https://a.example/a', open: () => Readable.from([]), ...more } as PreparedMedia
}

test('files that the platform does not take are refused before anything is made', () => {
  const wrong = (media: Partial<PreparedMedia>, thumbnail?: Partial<PreparedMedia>) =>
    checkFiles({ media: [file(media)], thumbnails: [thumbnail ? file(thumbnail) : null] }).map(({ path }) => path)
  const video = { kind: 'video', contentType: 'video/mp4', width: 1080, height: 1920 } as const
  assert.deepEqual(wrong({}), [])
  assert.deepEqual(wrong({ contentType: 'image/webp' }), ['media.0.url'])
  assert.deepEqual(wrong({ size: 21 * 1024 * 1024 }), ['media.0.url'])
  assert.deepEqual(wrong(video, {}), [])
  assert.deepEqual(wrong(video, { contentType: 'image/gif' }), ['media.0.thumbnail'])
  assert.deepEqual(wrong({ ...video, contentType: 'video/x-msvideo' }), ['media.0.url'])
  assert.deepEqual(wrong({ ...video, width: 100, height: 300 }), ['media.0.url'])
  assert.deepEqual(wrong({ ...video, size: 3 * 1024 ** 3 }), ['media.0.url'])
})

test('a look ends where the list gets older than the write, and says so when it never does', async () => {
  const firstSentAt = new Date('2026-11-01T12:00:00Z')
  const pages = (time: number) => (bookmark: string | undefined) => {
    const number = Number(bookmark ?? 0)
    return Promise.resolve({ items: [{ id: String(number), time }], after: String(number + 1) })
  }
  const old = firstSentAt.getTime() - 2 * 3_600_000
  const recent = firstSentAt.getTime()
  assert.equal(await seek(pages(old), () => false, { firstSentAt }), 'absent')
  assert.equal(await seek(pages(recent), () => false, { firstSentAt }), 'unclear')
  assert.deepEqual(await seek(pages(recent), ({ id }) => id === '7', { firstSentAt }), { found: { id: '7' } })
})

test('times of pins are UTC when they name no time zone', () => {
  assert.equal(timeOf('2026-11-01T12:00:00'), Date.parse('2026-11-01T12:00:00Z'))
  assert.equal(timeOf('2026-11-01T12:00:00-05:00'), Date.parse('2026-11-01T17:00:00Z'))
  assert.equal(timeOf(undefined), null)
})

test('amounts that a currency cannot hold are refused or rounded to what it can', () => {
  const account = (currency: string) => ({ id: '1', currency, timeZone: 'UTC' })
  assert.deepEqual(checkBudget(account('USD'), { dailyBudget: 12.34 }), [])
  assert.equal(checkBudget(account('USD'), { dailyBudget: 12.345 })[0]?.path, 'dailyBudget')
  assert.equal(checkBudget(account('JPY'), { lifetimeBudget: 1000.5 })[0]?.path, 'lifetimeBudget')
  assert.equal(checkBudget(account('USD'), { dailyBudget: 1e12 })[0]?.path, 'dailyBudget')
  assert.equal(roundBudget(account('JPY'), 1000.5), 1001)
  assert.equal(roundBudget(account('USD'), 10.005), 10.01)
})
