import assert from 'node:assert/strict'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { convertWebp } from './convert-webp.ts'
import { animatedGif, picture } from '../../../test/support/media/media-files.ts'

const dir = await mkdtemp(join(tmpdir(), 'flightdeck-webp-'))
after(() => rm(dir, { recursive: true }))

const path = join(dir, 'picture')
const converted = async (bytes: Buffer) => {
  await writeFile(path, bytes)
  return convertWebp(path)
}

test('the same picture becomes the same bytes, every time', async () => {
  const source = await picture({ width: 400, height: 300 }).webp().toBuffer()
  const first = await converted(source)
  await copyFile(path, `${path} first`)
  assert.deepEqual(await converted(source), first)
  assert.ok((await readFile(path)).equals(await readFile(`${path} first`)))
  const { format, width, height } = await sharp(path).metadata()
  assert.deepEqual(
    [first.format, format, width, height, first.size],
    ['jpeg', 'jpeg', 400, 300, (await readFile(path)).length],
  )
})

test('only a picture that is transparent somewhere becomes a PNG', async () => {
  const opaque = { create: { width: 9, height: 9, channels: 4 as const, background: { r: 1, g: 2, b: 3, alpha: 1 } } }
  assert.equal((await converted(await sharp(opaque).webp().toBuffer())).format, 'jpeg')
  const clear = { create: { ...opaque.create, background: { r: 1, g: 2, b: 3, alpha: 0.2 } } }
  assert.equal((await converted(await sharp(clear).webp().toBuffer())).format, 'png')
  assert.equal((await sharp(path).metadata()).hasAlpha, true)
})

test('a picture that lies on its side is turned', async () => {
  const side = picture({ width: 40, height: 20 }).withMetadata({ orientation: 6 }).webp()
  await converted(await side.toBuffer())
  const { width, height, orientation } = await sharp(path).metadata()
  assert.deepEqual([width, height, orientation], [20, 40, undefined])
})

test('what moves, what is damaged and what is too large is refused', async () => {
  const moving = await sharp(await animatedGif(3), { animated: true })
    .webp()
    .toBuffer()
  const whole = await picture({ width: 400, height: 300 }).webp().toBuffer()
  const large = { create: { width: 8000, height: 4000, channels: 3 as const, background: 'red' } }
  const refused: [string, Buffer][] = [
    ['animated', moving],
    ['corrupt', whole.subarray(0, whole.length / 2)],
    ['too_many_pixels', await sharp(large).webp({ effort: 0 }).toBuffer()],
  ]
  for (const [reason, bytes] of refused)
    await assert.rejects(converted(bytes), { code: 'INVALID_FORMAT', details: { detectedFormat: 'webp', reason } })
})
