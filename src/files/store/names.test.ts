import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatSize, safeFilename } from './names.ts'
import type { Format } from '../probe/formats.ts'

test('a plain name with the right extension stays as it is', () => {
  assert.equal(safeFilename('Summer sale 2.png', 'png'), 'Summer sale 2.png')
  assert.equal(safeFilename('photo.JPEG', 'jpeg'), 'photo.JPEG')
  assert.equal(safeFilename('photo.jpg', 'jpeg'), 'photo.jpg')
  assert.equal(safeFilename('日本語 – naïve.mov', 'mov'), '日本語 – naïve.mov')
})

test('a missing or wrong extension gets the right one added', () => {
  assert.equal(safeFilename('photo', 'jpeg'), 'photo.jpg')
  assert.equal(safeFilename('page.php', 'gif'), 'page.php.gif')
  assert.equal(safeFilename('photo.webp', 'png'), 'photo.webp.png')
  assert.equal(safeFilename('photo.PNG', 'jpeg'), 'photo.jpg', 'the extension of another format gives way')
  assert.equal(safeFilename('.png', 'png'), 'png.png')
})

test('a name that is missing or empty after cleaning becomes "file"', () => {
  for (const name of [undefined, '', '.', '..', '../', '\0', '   ', '/', '\u202e']) {
    assert.equal(safeFilename(name, 'mp4'), 'file.mp4', JSON.stringify(name))
  }
})

test('paths are reduced to their last part', () => {
  assert.equal(safeFilename('../../etc/passwd', 'png'), 'passwd.png')
  assert.equal(safeFilename('C:\\Users\\me\\a.avi', 'avi'), 'a.avi')
  assert.equal(safeFilename('/a/b\\..\\c.gif', 'gif'), 'c.gif')
})

test('control characters, right-to-left marks and reserved characters do not survive', () => {
  assert.equal(safeFilename('a\0b\r\nc\x7f.png', 'png'), 'abc.png')
  assert.equal(safeFilename('photo\u202egnp.exe', 'png'), 'photognp.exe.png')
  assert.equal(safeFilename('\u2066a\u2069\u200f\u061c.png', 'png'), 'a.png')
  assert.equal(safeFilename('a<b>:"|?*.png', 'png'), 'a_b______.png')
})

test('a very long name is cut to 200 bytes between characters and keeps its extension', () => {
  const ascii = safeFilename(`${'x'.repeat(4096)}.png`, 'png')
  assert.equal(ascii, `${'x'.repeat(196)}.png`)
  const family = '👨‍👩‍👧'
  const emoji = safeFilename(`${family.repeat(300)}.jpeg`, 'jpeg')
  assert.equal(emoji, `${family.repeat(10)}.jpeg`)
})

test('whatever the name was, the result is a harmless file name', () => {
  const formats: Format[] = ['png', 'jpeg', 'gif', 'mp4', 'mov', 'avi']
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom(...formats), (name, format) => {
      const safe = safeFilename(name, format)
      assert.ok(Buffer.byteLength(safe) <= 200)
      assert.ok(safe.isWellFormed())
      assert.doesNotMatch(safe, /[/\\\p{Cc}\u202a-\u202e]|^\.|^$/u)
      assert.equal(safeFilename(safe, format), safe)
    }),
  )
})

test('sizes read as people write them', () => {
  const sizes: [number, string][] = [
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [348_160, '340 KB'],
    [1_048_575, '1 MB'],
    [1_258_291, '1.2 MB'],
    [104_857_600, '100 MB'],
    [13_002_342, '12.4 MB'],
    [5_368_709_120, '5 GB'],
  ]
  for (const [bytes, text] of sizes) assert.equal(formatSize(bytes), text)
})
