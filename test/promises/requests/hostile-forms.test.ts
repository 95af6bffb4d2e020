// Alone in its process: it listens for every exception that escapes.
import assert from 'node:assert/strict'
import { after, afterEach, mock, test } from 'node:test'
import { createRandom } from '../../../sandbox/core/figures/random.ts'
import { boundary, filesIn, formEnd, partHead, rowsIn } from '../../support/media/uploads.ts'
import { picture } from '../../support/media/media-files.ts'
import { startTestApp } from '../../support/harness.ts'
import { openSocket, parseAnswer, readAnswer, sendRaw } from '../../support/raw-request.ts'

/** However many parts a form has and wherever it ends, its sender alone is refused. */
const app = await startTestApp({ UPLOAD_IDLE_SECONDS: '30' }, { api: true, worker: false, sandbox: false })
const png = await picture().png().toBuffer()
const escaped: unknown[] = []
const hear = (error: unknown) => void escaped.push(error)
process.on('uncaughtException', hear)
process.on('unhandledRejection', hear)
after(() => {
  process.off('uncaughtException', hear)
  process.off('unhandledRejection', hear)
})
const errors = mock.method(app.app.services.log, 'error')

afterEach(async () => {
  assert.equal((await app.call('GET', '/v1/health', { key: null })).status, 200)
  assert.deepEqual(escaped, [], 'an exception escaped its request')
  assert.deepEqual(errors.mock.calls, [], 'nothing of this is an error of ours')
  assert.deepEqual(await rowsIn(app), { media: 0, objects: 0, loose: 0 })
  assert.deepEqual(await filesIn(app), [])
})

const field = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nv\r\n`

function upload(form: Buffer | string, path = '/upload', type = `multipart/form-data; boundary=${boundary}`): Buffer {
  const body = Buffer.from(form)
  const head =
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${app.key}\r\n` +
    `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}

const kinds: [string, (at: number) => string][] = [
  ['fields', (at) => field(`f${at}`)],
  ['files', (at) => `${partHead(`${at}.png`, 'other')}abc\r\n`],
  ['parts without a name', () => `--${boundary}\r\nX-Nothing: 1\r\n\r\nv\r\n`],
  ['parts without headers', () => `--${boundary}\r\n\r\nv\r\n`],
  ['parts of the name of a prototype', () => field('__proto__')],
]
const ends: [string, string][] = [
  ['inside of a file', `${partHead()}abc`],
  ['inside of a field', `--${boundary}\r\nContent-Disposition: form-data; name="last"\r\n\r\nabc`],
  ['inside of the headers of a part', `--${boundary}\r\nContent-Disposition: form-da`],
  ['inside of a boundary', `--${boundary.slice(0, 5)}`],
  ['outside of a part', ''],
  ['as it should', `${partHead()}abc${formEnd}`],
]

for (const [what, part] of kinds) {
  test(`a form of 1,000, 1,001, 2,000 and 100,000 ${what} is 400, wherever it ends`, async () => {
    for (const count of [1_000, 1_001, 2_000, 100_000]) {
      const many = Array.from({ length: count }, (_, at) => part(at)).join('')
      for (const [where, end] of ends) {
        const { status, text } = await sendRaw(app.url, upload(many + end))
        assert.equal(status, 400, `${count} ${what}, ending ${where}: ${text}`)
        assert.match(text, /"error":"FILE_REQUIRED"/)
      }
    }
  })
}

test('a form is told how many parts are too many', async () => {
  const { body } = await sendRaw(app.url, upload(field('f').repeat(26) + formEnd))
  assert.deepEqual(body!.details, { field: 'file', reason: 'too_many_parts' })
  assert.match(String(body!.message), /at most 25 parts/)
})

test('headers of a part, and fields beside the file, have an end', async () => {
  const longHead = `--${boundary}\r\nContent-Disposition: form-data; name="${'n'.repeat(20_000)}"\r\n\r\nv${formEnd}`
  const longField = `--${boundary}\r\nContent-Disposition: form-data; name="n"\r\n\r\n${'v'.repeat(2_000_000)}${formEnd}`
  for (const form of [longHead, longField, 'x'.repeat(2_000_000)]) {
    const { status, text } = await sendRaw(app.url, upload(form))
    assert.equal(status, 400, text)
  }
})

test('a form that is cut off, or in which bytes were changed, at random places is refused, each time', async () => {
  const random = createRandom(27)
  const forms = [
    Buffer.from(`${field('a')}${partHead()}${'abc'.repeat(50)}${formEnd}`),
    Buffer.from(`${field('a').repeat(1_003)}${partHead()}${'abc'.repeat(50)}${formEnd}`),
    Buffer.from(`preamble\r\n${partHead('a.png', 'other')}abc\r\n${partHead()}${'abc'.repeat(50)}${formEnd}epilogue`),
  ]
  for (let n = 0; n < 300; n++) {
    const form = Buffer.from(forms[n % forms.length]!)
    const length = random.integer(1, form.length)
    for (let changes = n % 4; changes > 0; changes--) form[random.integer(0, length - 1)] = random.integer(0, 255)
    const { status, text } = await sendRaw(app.url, upload(form.subarray(0, length)))
    assert.ok(status === 400 || status === 415, `${n}: ${text}`)
    assert.doesNotMatch(text, /"reason":"timeout"/, String(n))
  }
})

test('a form may come in pieces of any size', async () => {
  const form = Buffer.concat([Buffer.from(field('a') + partHead()), png.subarray(0, 200), Buffer.from(formEnd)])
  for (const size of [1, 2, 3, 7, 64]) {
    const socket = await openSocket(app.url)
    socket.setNoDelay(true)
    socket.write(
      `POST /upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${app.key}\r\nTransfer-Encoding: chunked\r\n` +
        `Content-Type: multipart/form-data; boundary=${boundary}\r\n\r\n`,
    )
    for (let at = 0; at < form.length; at += size) {
      const piece = form.subarray(at, at + size)
      socket.write(Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]))
    }
    socket.write('0\r\n\r\n')
    const { status, text } = parseAnswer(await readAnswer(socket))
    socket.destroy()
    // It came through whole: what is wrong with it is the picture alone.
    assert.equal(status, 415, text)
    assert.match(text, /"detectedFormat":"png"/)
  }
})

test('a form to an operation that takes JSON is 415', async () => {
  for (const path of ['/v1/launch', '/v1/manage/create-campaign', '/v1/session', '/mcp']) {
    const { status, text } = await sendRaw(app.url, upload(field('a') + formEnd, path))
    assert.equal(status, 415, `${path}: ${text}`)
    assert.match(text, /application\/json/)
  }
})
