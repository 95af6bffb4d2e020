import assert from 'node:assert/strict'
import { once } from 'node:events'
import { afterEach, test } from 'node:test'
import { untilTrue } from '../../../test/support/ask-until.ts'
import { startTestApp } from '../../../test/support/harness.ts'
import { animatedGif, mp4, picture, pngBomb } from '../../../test/support/media/media-files.ts'
import { serveHttp } from '../../../test/support/media/file-server.ts'
import {
  boundary,
  filesIn,
  formEnd,
  formWith,
  partHead,
  rawUpload,
  rowsIn,
  send,
} from '../../../test/support/media/uploads.ts'
import type { Refused, Uploaded } from '../../../test/support/media/uploads.ts'

const settings = { UPLOAD_IDLE_SECONDS: '1', ALLOW_PRIVATE_URLS: '127.0.0.1' }
const app = await startTestApp(settings, { api: true, worker: false, sandbox: false })
const png = await picture().png().toBuffer()
const video = await mp4()

const nothing = { media: 0, objects: 0, loose: 0 }

/** What a test that stores something on purpose removes again. */
async function clear(): Promise<void> {
  const { db, log, media } = app.app.services
  const { deleteMedia } = await import('../../core/media/library.ts')
  const rows = await db
    .selectFrom('media')
    .innerJoin('companies', 'companies.id', 'media.company_id')
    .select(['media.id', 'companies.id as company_id', 'companies.slug'])
    .execute()
  for (const { id, company_id: companyId, slug } of rows)
    assert.ok(await deleteMedia({ db, log, media }, { company: { id: companyId, slug } }, { id }))
}

afterEach(async () => {
  assert.deepEqual(await rowsIn(app), nothing, 'rows were left')
  await untilTrue(async () => (await filesIn(app)).length === 0)
})

async function refused(body: FormData | string, headers: Record<string, string> = {}) {
  const reply = await app.call<Refused>('POST', '/upload', { body, headers })
  assert.equal(reply.body.success, false)
  assert.equal(typeof reply.body.message, 'string')
  assert.equal(typeof reply.body.details, 'object')
  return { status: reply.status, error: reply.body.error, details: reply.body.details }
}

test('no file, a wrong field name and two files are FILE_REQUIRED', async () => {
  const empty = new FormData()
  empty.append('note', 'no file here')
  const two = formWith(png, 'one.png')
  two.append('file', new Blob([new Uint8Array(png)]), 'two.png')
  const cases: [FormData, string][] = [
    [empty, 'no_file'],
    [formWith(png, 'a.png', 'photo'), 'wrong_field'],
    [two, 'several_files'],
  ]
  for (const [form, reason] of cases) {
    const { status, error, details } = await refused(form)
    assert.deepEqual([status, error, details], [400, 'FILE_REQUIRED', { field: 'file', reason }])
  }
})

test('fields beside the file are passed over', async () => {
  const form = new FormData()
  form.append('note', 'spring')
  form.append('file', new Blob([new Uint8Array(png)]), 'a.png')
  form.append('more', 'after it')
  const { status } = await app.call('POST', '/upload', { body: form })
  assert.equal(status, 200)
  await clear()
})

test('a body that is no form, or a form without a boundary, is FILE_REQUIRED', async () => {
  const json = await refused('{"url":"x"}', { 'content-type': 'application/json' })
  assert.deepEqual([json.status, json.error, json.details.reason], [400, 'FILE_REQUIRED', 'no_form'])
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=']) {
    const bare = await refused('--x\r\n', { 'content-type': type })
    assert.deepEqual([bare.status, bare.error], [400, 'FILE_REQUIRED'], type)
  }
  const cut = await refused(`${partHead()}half a file`, { 'content-type': `multipart/form-data; boundary=${boundary}` })
  assert.deepEqual([cut.status, cut.error], [400, 'FILE_REQUIRED'])
  const missing = await app.call<Refused>('POST', '/upload')
  assert.deepEqual([missing.status, missing.body.error], [400, 'FILE_REQUIRED'])
})

const broken: [string, Buffer | Promise<Buffer>, string][] = [
  ['an empty file', Buffer.alloc(0), 'empty'],
  ['a text', Buffer.from('just words'), 'text'],
  ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'html'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg'],
  ['a program', Buffer.concat([Buffer.from('MZ\0\0'), Buffer.alloc(512)]), 'exe'],
  ['a PDF that calls itself a picture', Buffer.from('%PDF-1.7 picture'), 'pdf'],
  ['a picture without its end', png.subarray(0, png.length - 20), 'png'],
  ['a picture with damage in the middle', damaged(png), 'png'],
  ['an animation that stops half way', animatedGif(4).then((gif) => gif.subarray(0, gif.length >> 1)), 'gif'],
  ['a video without its end', video.subarray(0, video.length - 400), 'mp4'],
  ['a picture that unpacks to 1.6 gigapixels', pngBomb(40_000, 40_000), 'png'],
  ['a signature and nothing else', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'png'],
  [
    'a zip that starts as a GIF',
    Buffer.concat([Buffer.from('GIF89a'), Buffer.from('PK\x03\x04'), Buffer.alloc(99)]),
    'gif',
  ],
]

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy.fill(0xaa, copy.length >> 1, (copy.length >> 1) + 64)
  return copy
}

for (const [what, bytes, detectedFormat] of broken) {
  test(`${what} is refused and not stored`, async () => {
    const { status, error, details } = await refused(formWith(await bytes, 'innocent.png'))
    assert.deepEqual([status, error, details.detectedFormat], [415, 'INVALID_FORMAT', detectedFormat])
  })
}

test('a picture that is also a page is served as a picture and may run nothing', async () => {
  const polyglot = Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])
  const { body } = await send(app, polyglot, 'page.html')
  assert.equal(body.filename, 'page.html.png')
  const served = await fetch(body.url)
  assert.equal(served.headers.get('content-type'), 'image/png')
  assert.equal(served.headers.get('x-content-type-options'), 'nosniff')
  assert.match(served.headers.get('content-security-policy') ?? '', /default-src 'none'; sandbox/)
  await served.body?.cancel()
  await clear()
})

test('names that try to escape, to hide or to be endless are made harmless', async () => {
  const names: [string, RegExp][] = [
    ['../../etc/passwd.png', /^passwd\.png$/],
    ['C:\\\\windows\\\\evil.png', /^evil\.png$/],
    ['\u202egnp.exe', /^gnp\.exe\.png$/],
    [`${'long'.repeat(1024)}.png`, /^[long]{190,196}\.png$/],
    ['', /^file\.png$/],
    ['....', /^file\.png$/],
  ]
  for (const [name, expected] of names) {
    const upload = await rawUpload(app, { connection: 'close', 'transfer-encoding': 'chunked' })
    const body = Buffer.concat([Buffer.from(partHead(name)), png, Buffer.from(formEnd)])
    upload.socket.write(`${body.length.toString(16)}\r\n`)
    upload.socket.write(body)
    upload.socket.write('\r\n0\r\n\r\n')
    const answer = await upload.answer()
    assert.match(answer, /^HTTP\/1.1 200 /, JSON.stringify(name.slice(0, 40)))
    const stored = JSON.parse(/\{.*\}/s.exec(answer)![0]) as Uploaded
    assert.match(stored.filename, expected)
    assert.doesNotMatch(stored.originalName, /\0/)
    await clear()
  }
})

test('a file whose name holds U+0000 is refused', async () => {
  const body = Buffer.concat([Buffer.from(partHead('nul\0byte.png')), png, Buffer.from(formEnd)])
  const upload = await rawUpload(app, { connection: 'close', 'content-length': String(body.length) })
  upload.socket.write(body)
  const answer = await upload.answer('"details"')
  assert.match(answer, /^HTTP\/1.1 400 /)
  assert.match(answer, /"field":"file","reason":"bad_name"/)
})

test('a sender that hangs up half way leaves no file and no row', async () => {
  const upload = await rawUpload(app, { 'content-length': '1000000' })
  upload.socket.write(Buffer.concat([Buffer.from(partHead()), png]))
  await untilTrue(async () => (await filesIn(app)).length === 1)
  upload.socket.destroy()
  await untilTrue(async () => (await filesIn(app)).length === 0)
})

test('a sender that falls silent is told so, in the file and before it', async () => {
  for (const sent of [Buffer.concat([Buffer.from(partHead()), png]), Buffer.from(`--${boundary}\r\nContent-Disp`)]) {
    const upload = await rawUpload(app, { 'content-length': '1000000' })
    upload.socket.write(sent)
    const answer = await upload.answer('"details"')
    assert.match(answer, /^HTTP\/1.1 400 /)
    assert.match(answer, /"error":"FILE_REQUIRED"/)
    assert.match(answer, /"reason":"timeout"/)
    upload.socket.destroy()
  }
})

test('a body that is too large by its own word is refused before it is sent', async () => {
  const upload = await rawUpload(app, { 'content-length': '5000000000' })
  const answer = await upload.answer('"details"')
  assert.match(answer, /^HTTP\/1.1 413 /)
  assert.match(answer, /"error":"FILE_TOO_LARGE"/)
  assert.match(answer, /"fileSize":5000000000,"maxSize":104857600/)
  upload.socket.destroy()
})

test('a Content-Length that promises less than comes cuts the form, which is then refused', async () => {
  const body = Buffer.concat([Buffer.from(partHead()), png, Buffer.from(formEnd)])
  const upload = await rawUpload(app, { 'content-length': String(body.length - 100), connection: 'close' })
  upload.socket.write(body)
  assert.match(await upload.answer(), /^HTTP\/1.1 400 /)
})

test('a client that sends everything before it reads still gets its refusal', async () => {
  const total = 30_000_000
  const upload = await rawUpload(app, { 'content-length': String(total) })
  const head = Buffer.from(`${partHead()}this is not a picture`)
  upload.socket.write(head)
  const rest = Buffer.alloc(1_000_000)
  for (let left = total - head.length; left > 0; left -= rest.length) {
    if (!upload.socket.write(rest.subarray(0, Math.min(left, rest.length)))) await once(upload.socket, 'drain')
  }
  const answer = await upload.answer('"details"')
  assert.match(answer, /^HTTP\/1.1 415 [\s\S]*INVALID_FORMAT/)
  upload.socket.destroy()
})

test('an address must be given, and must lead to a file', async () => {
  const server = await serveHttp((request, response) => {
    if (request.url === '/circle') response.writeHead(302, { location: '/circle' }).end()
    else if (request.url === '/page') response.end('<!doctype html><p>Sign in first')
    else if (request.url === '/lies')
      response.writeHead(200, { 'content-length': '9999' }).write(png, () => response.destroy())
    else if (request.url === '/webp.png')
      void picture()
        .webp()
        .toBuffer()
        .then((bytes) => response.end(bytes))
    else if (request.url === '/endless') {
      response.writeHead(200)
      const more = () => void (!response.destroyed && response.write(endless, more))
      more()
    } else response.writeHead(404).end()
  })
  const endless = Buffer.alloc(4_000_000)
  png.copy(endless)
  const cases: [string, number, string, string][] = [
    ['/nothing', 422, 'URL_NOT_ACCESSIBLE', 'status_404'],
    ['/circle', 422, 'URL_NOT_ACCESSIBLE', 'too_many_redirects'],
    ['/page', 422, 'URL_NOT_ACCESSIBLE', 'not_a_file'],
    ['/lies', 422, 'URL_NOT_ACCESSIBLE', 'connection_lost'],
    ['/webp.png', 415, 'INVALID_FORMAT', 'unsupported_format'],
  ]
  for (const [path, status, error, reason] of cases) {
    const reply = await app.call<Refused>('POST', '/upload/url', { body: { url: server.url(path) } })
    assert.deepEqual([reply.status, reply.body.error, reply.body.details.reason], [status, error, reason], path)
    if (error === 'URL_NOT_ACCESSIBLE') assert.equal(reply.body.details.url, server.url(path))
  }
  const large = await app.call<Refused>('POST', '/upload/url', { body: { url: server.url('/endless') } })
  assert.deepEqual([large.status, large.body.error], [413, 'FILE_TOO_LARGE'])
  await server.close()
  const missing = await app.call<Refused>('POST', '/upload/url', { body: {} })
  assert.deepEqual([missing.status, missing.body.error], [400, 'BAD_REQUEST'])
  assert.deepEqual((missing.body.details.issues as { path: string }[])[0]?.path, 'url')
  for (const url of [
    'file:///etc/passwd',
    'http://10.0.0.1/a.png',
    'http://169.254.169.254/latest/meta-data',
    'nonsense',
  ]) {
    const reply = await app.call<Refused>('POST', '/upload/url', { body: { url } })
    assert.deepEqual([reply.status, reply.body.error], [422, 'URL_NOT_ACCESSIBLE'], url)
  }
})

test('a stranger and a key that may only read upload nothing', async () => {
  assert.equal((await app.call('POST', '/upload', { body: formWith(png, 'a.png'), key: null })).status, 401)
  const { key } = await app.stranger(['read'])
  const reply = await app.call<Refused>('POST', '/upload', { body: formWith(png, 'a.png'), key })
  assert.deepEqual([reply.status, reply.body.error], [403, 'FORBIDDEN'])
})
