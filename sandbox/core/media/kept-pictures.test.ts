import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import sharp from 'sharp'
import type { KeptPicture } from '../look.ts'
import { Store } from '../store.ts'
import { keepPicture } from './kept-pictures.ts'
import { drawSampleImage } from './sample-image.ts'

const shelf = () => new Store().collection<KeptPicture>('test.pictures')

test('a picture is kept as it is, a large one smaller, and what is no plain picture as one or not at all', async () => {
  const pictures = shelf()
  const small = await drawSampleImage(120, 80, 1)
  await keepPicture(pictures, 'small', small)
  assert.deepEqual(pictures.get('small'), { type: 'image/png', base64: small.toString('base64') })
  const noise = { raw: { width: 1600, height: 900, channels: 3 as const } }
  const large = await sharp(randomBytes(1600 * 900 * 3), noise)
    .png()
    .toBuffer()
  await keepPicture(pictures, 'large', large)
  const kept = pictures.get('large')!
  const { width, height } = await sharp(Buffer.from(kept.base64, 'base64')).metadata()
  assert.deepEqual([kept.type, width, height], ['image/jpeg', 1080, 608])
  await keepPicture(pictures, 'drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'))
  assert.equal(pictures.get('drawing')?.type, 'image/jpeg', 'a drawing may hold scripts')
  await keepPicture(pictures, 'broken', Buffer.from('no picture'))
  assert.equal(pictures.get('broken'), undefined)
})

test('the oldest pictures give way', async () => {
  const pictures = shelf()
  const bytes = await drawSampleImage(8, 8, 1)
  for (let number = 0; number < 305; number++) await keepPicture(pictures, String(number), bytes)
  assert.equal(pictures.size, 300)
  assert.deepEqual([pictures.get('4'), pictures.get('5') !== undefined], [undefined, true])
})
