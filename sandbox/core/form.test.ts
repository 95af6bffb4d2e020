import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundaryOf, FormError, FormReader } from './form.ts'
import type { Form } from './form.ts'

const limits = { parts: 4, fieldBytes: 100, keptBytes: 12 }

function read(text: string, pieceLength = text.length): Form {
  const reader = new FormReader('x-1', limits)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += pieceLength) reader.push(bytes.subarray(at, at + pieceLength))
  return reader.end()
}

const field = (name: string, value: string, type = '') =>
  `--x-1\r\nContent-Disposition: form-data; name="${name}"\r\n${type && `Content-Type: ${type}\r\n`}\r\n${value}\r\n`
const file = (name: string, content: string) =>
  `--x-1\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n${content}\r\n`
const end = '--x-1--\r\n'

test('a form is the same in whatever pieces it arrives', () => {
  const text = `preamble\r\n${field('ä', 'ü\r\n--x-')}${field('j', '{"a":1}', 'application/json')}${file('C:\\\\d\\"ir\\\\a.png', '--x\r\r\n-1')}${end}epilogue`
  const whole = read(text)
  assert.deepEqual(whole.fields, { ä: 'ü\r\n--x-', j: { a: 1 } })
  const [only] = whole.files
  assert.equal(only!.filename, 'a.png')
  assert.equal(only!.bytes.toString(), '--x\r\r\n-1')
  for (let length = 1; length < 200; length++) assert.deepEqual(read(text, length), whole, `pieces of ${length}`)
})

test('of files that are too large together the sizes are told, and what came first is kept', () => {
  const { files } = read(`${file('a', '1234567890')}${file('b', '1234567890')}${end}`)
  assert.deepEqual(
    files.map(({ size, bytes }) => [size, bytes.toString()]),
    [
      [10, '1234567890'],
      [10, ''],
    ],
  )
})

test('what is no form, is cut off, or holds too much is refused', () => {
  const broken: [string, string][] = [
    ['nothing', ''],
    ['no delimiter', 'abc'],
    ['no end', field('a', 'b')],
    ['cut off in a head', '--x-1\r\nContent-Disp'],
    ['cut off in a part', `${file('a', 'b')}--x-1\r\n\r\nabc`],
    ['a head without end', `--x-1\r\n${'a'.repeat(20_000)}`],
    ['words behind a delimiter', `--x-1 words\r\n\r\nabc\r\n${end}`],
    ['five parts', field('a', 'b').repeat(5) + end],
    ['large fields', field('a', 'b'.repeat(60)).repeat(2) + end],
    ['text that says it is JSON', field('a', '{', 'application/json') + end],
  ]
  for (const [what, text] of broken) assert.throws(() => read(text), FormError, what)
  assert.deepEqual(read(`--x-1\r\n\r\npassed over\r\n${end}`), { fields: {}, files: [] })
})

test('the boundary is read as senders write it', () => {
  assert.equal(boundaryOf('multipart/form-data; boundary=abc'), 'abc')
  assert.equal(boundaryOf('multipart/form-data; charset=utf-8; Boundary="a b"'), 'a b')
  assert.equal(boundaryOf('multipart/form-data'), null)
  assert.equal(boundaryOf(`multipart/form-data; boundary=${'a'.repeat(300)}`), null)
})
