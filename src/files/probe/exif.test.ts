import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { parseExif } from './exif.ts'
import { picture } from '../../../test/support/media/media-files.ts'

interface Field {
  tag: number
  type: number
  count: number
  value: Buffer
}

/** One directory in big-endian order; values longer than four bytes follow it. */
function tiff(fields: Field[]): Buffer {
  const directory = Buffer.alloc(2 + fields.length * 12 + 4)
  directory.writeUInt16BE(fields.length, 0)
  const values: Buffer[] = []
  let at = 8 + directory.length
  fields.forEach((field, index) => {
    const entry = 2 + index * 12
    directory.writeUInt16BE(field.tag, entry)
    directory.writeUInt16BE(field.type, entry + 2)
    directory.writeUInt32BE(field.count, entry + 4)
    if (field.value.length <= 4) field.value.copy(directory, entry + 8)
    else {
      directory.writeUInt32BE(at, entry + 8)
      values.push(field.value)
      at += field.value.length
    }
  })
  return Buffer.concat([Buffer.from('MM\0*\0\0\0\x08', 'latin1'), directory, ...values])
}

function text(tag: number, value: Buffer): Field {
  return { tag, type: 2, count: value.length, value }
}

test('the tags that a camera writes are read in both byte orders', async () => {
  const jpeg = await picture()
    .withExif({
      IFD0: { Make: 'Flight', Model: 'Deck 2', Copyright: 'Ann Example' },
      IFD2: { ExposureTime: '1/4', FNumber: '28/10', LensModel: '50mm' },
    })
    .jpeg()
    .toBuffer()
  const { exif } = await sharp(jpeg).metadata()
  const found = parseExif(exif)
  assert.equal(found.Make, 'Flight')
  assert.equal(found.Model, 'Deck 2')
  assert.equal(found.Copyright, 'Ann Example')
  assert.equal(found.ExposureTime, 0.25)
  assert.equal(found.FNumber, 2.8)
  assert.equal(found.LensModel, '50mm')
  const orientation = { tag: 0x0112, type: 3, count: 1, value: Buffer.from([0, 6]) }
  assert.deepEqual(parseExif(tiff([orientation, text(0x010f, Buffer.from('Big\0'))])), { Orientation: 6, Make: 'Big' })
})

test('text in odd encodings becomes readable text or is left out', () => {
  const utf16 = (value: string) => Buffer.from(value, 'utf16le').swap16()
  const comment = (label: string, value: Buffer) => {
    const bytes = Buffer.concat([Buffer.from(label.padEnd(8, '\0'), 'latin1'), value])
    return tiff([{ tag: 0x9286, type: 7, count: bytes.length, value: bytes }])
  }
  assert.deepEqual(parseExif(tiff([text(0x010e, Buffer.from('Grüße 🎈\0'))])), { ImageDescription: 'Grüße 🎈' })
  assert.deepEqual(parseExif(tiff([text(0x010e, Buffer.from('Gr\xfc\xdfe\0', 'latin1'))])), {
    ImageDescription: 'Grüße',
  })
  assert.deepEqual(parseExif(comment('UNICODE', utf16('héllo'))), { UserComment: 'héllo' })
  assert.deepEqual(parseExif(comment('ASCII', Buffer.from('plain'))), { UserComment: 'plain' })
  const japanese = Buffer.from('\x1b$B$3$s\x1b(B', 'latin1')
  assert.deepEqual(parseExif(comment('JIS', japanese)), { UserComment: 'こん' })
  const title = Buffer.from('Título\0', 'utf16le')
  assert.deepEqual(parseExif(tiff([{ tag: 0x9c9b, type: 1, count: title.length, value: title }])), {
    XPTitle: 'Título',
  })
  assert.deepEqual(parseExif(tiff([text(0x010e, Buffer.from('\0\0\0\0\0\0'))])), {})
  assert.deepEqual(parseExif(tiff([text(0x010e, Buffer.from('a\x07b\x1bc\0hidden'))])), { ImageDescription: 'abc' })
})

test('values that point nowhere, unknown types and fractions over zero are left out', () => {
  const nowhere = tiff([text(0x010f, Buffer.from('long enough'))])
  assert.deepEqual(parseExif(nowhere.subarray(0, nowhere.length - 1)), {})
  assert.deepEqual(
    parseExif(tiff([{ tag: 0x829a, type: 5, count: 1, value: Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]) }])),
    {},
  )
  assert.deepEqual(parseExif(tiff([{ tag: 0x010f, type: 99, count: 1, value: Buffer.alloc(4) }])), {})
  assert.deepEqual(parseExif(tiff([{ tag: 0x010f, type: 2, count: 0xffffffff, value: Buffer.alloc(4) }])), {})
  assert.deepEqual(parseExif(undefined), {})
  assert.deepEqual(parseExif(Buffer.from('Exif\0\0MM')), {})
})

test('a directory that points to itself is read once', () => {
  const loop = { tag: 0x8769, type: 4, count: 1, value: Buffer.from([0, 0, 0, 8]) }
  assert.deepEqual(parseExif(tiff([loop, text(0x010f, Buffer.from('A\0'))])), { Make: 'A' })
})

test('no sequence of bytes makes the reader fail, and what it gives is always plain JSON', () => {
  const good = tiff([
    text(0x010f, Buffer.from('Maker of cameras')),
    { tag: 0x9286, type: 7, count: 12, value: Buffer.alloc(12) },
  ])
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 12 }), (changes) => {
      const bytes = Buffer.from(good)
      for (const [at, value] of changes) bytes[at] = value
      const exif = parseExif(bytes)
      assert.deepEqual(JSON.parse(JSON.stringify(exif)), exif)
      assert.ok(!JSON.stringify(exif).includes('\\u0000'))
    }),
    { numRuns: 500 },
  )
})
