import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { detectFormat } from './detect.ts'
import { animatedGif, avi, box, mov, mp4, picture } from '../../../test/support/media/media-files.ts'

test('real files of every supported format are recognised', async () => {
  assert.equal(detectFormat(await picture().png().toBuffer()), 'png')
  assert.equal(detectFormat(await picture().jpeg().toBuffer()), 'jpeg')
  assert.equal(detectFormat(await animatedGif(2)), 'gif')
  assert.equal(detectFormat(await mp4({ frames: 1 })), 'mp4')
  assert.equal(detectFormat(await mov({ frames: 1 })), 'mov')
  assert.equal(detectFormat(await avi({ frames: 1 })), 'avi')
})

function brands(major: string, ...compatible: string[]): Buffer {
  return box('ftyp', Buffer.from(major), Buffer.alloc(4), Buffer.from(compatible.join('')))
}

test('the brands of an ISO media file decide what it is', () => {
  assert.equal(detectFormat(brands('mp42', 'isom')), 'mp4')
  assert.equal(detectFormat(brands('M4V ', 'M4A ', 'mp42')), 'mp4')
  assert.equal(detectFormat(brands('XYZ ', 'iso5', 'avc1')), 'mp4')
  assert.equal(detectFormat(brands('XYZ ', 'qt  ')), 'mov')
  assert.equal(detectFormat(box('wide', Buffer.alloc(8))), 'mov')
  assert.equal(detectFormat(box('moov', Buffer.alloc(8))), 'mov')
  const refused: [Buffer, string][] = [
    [brands('heic', 'mif1'), 'heic'],
    [brands('mif1', 'heic'), 'heic'],
    [brands('avif', 'mif1'), 'avif'],
    [brands('mif1', 'avif'), 'avif'],
    [brands('M4A ', 'mp42'), 'm4a'],
    [brands('3gp5', 'isom'), '3gp'],
    [brands('what'), 'unknown'],
  ]
  for (const [head, name] of refused) assert.deepEqual(detectFormat(head), { detectedFormat: name })
})

test('files that are refused are named', async () => {
  const refused: [Buffer, string][] = [
    [await picture().webp().toBuffer(), 'webp'],
    [await picture().tiff().toBuffer(), 'tiff'],
    [await picture().avif().toBuffer(), 'avif'],
    [Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'latin1'), 'bmp'],
    [Buffer.from('%PDF-1.7\n'), 'pdf'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg'],
    [Buffer.from('\ufeff<?xml version="1.0"?>\n<!-- c --><svg/>'), 'svg'],
    [Buffer.from('<?xml version="1.0"?><rss/>'), 'xml'],
    [Buffer.from('\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1f\x42\x82\x84webm', 'latin1'), 'webm'],
    [Buffer.from('\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1f\x42\x82\x88matroska', 'latin1'), 'mkv'],
    [Buffer.from('PK\x03\x04\x14\0', 'latin1'), 'zip'],
    [Buffer.from('  \n<!DOCTYPE html><html>'), 'html'],
    [Buffer.from('<html lang="en">'), 'html'],
    [Buffer.from('{"error":"no such file"}'), 'json'],
    [Buffer.from('[1, 2]'), 'json'],
    [Buffer.from('Not found'), 'text'],
    [Buffer.from('BMW is a car'), 'text'],
    [Buffer.from('Größe', 'utf16le'), 'unknown'],
    [Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1'), 'wav'],
    [Buffer.alloc(0), 'empty'],
    [Buffer.alloc(64), 'unknown'],
    [Buffer.from([0xff, 0xd8]), 'unknown'],
  ]
  for (const [head, name] of refused) assert.deepEqual(detectFormat(head), { detectedFormat: name })
})

test('text whose last character is cut by the end of the sample is still text', () => {
  assert.deepEqual(detectFormat(Buffer.from('größe').subarray(0, 4)), { detectedFormat: 'text' })
})

test('no sequence of bytes makes detection fail', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const found = detectFormat(Buffer.from(bytes))
      return typeof found === 'string' || found.detectedFormat.length > 0
    }),
  )
})
