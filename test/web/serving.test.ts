import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sendRaw } from '../support/raw-request.ts'
import { required } from '../../src/lookup.ts'
import { knownPlatforms } from '../../client/src/index.ts'
import { catalogues, laters } from '../../web/src/languages/catalogues.ts'
import { asBrowser, builtDashboard, startWithDashboard } from '../support/web/built.ts'

const folder = await builtDashboard()
const app = await startWithDashboard()
const names = await readdir(join(folder, 'assets'))
const script = `/assets/${names.find((name) => name.endsWith('.js'))!}`

/** As it stands: fetch would tidy the path up, and unpack what comes back. */
async function raw(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const { status, text } = await sendRaw(
    app.url,
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`,
  )
  const end = text.indexOf('\r\n\r\n')
  return { status, head: text.slice(0, end).toLowerCase(), body: Buffer.from(text.slice(end + 4), 'latin1') }
}

test('neither whoever signs in nor the first page waits for what comes after it', async () => {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/assets\/([a-z]+)-[^"/]*\.js/g)].map(([, name]) => name)
  // A module of the first view that none of the groups in web/vite.config.ts names draws in the whole group that has it.
  assert.deepEqual(scripts, ['index', 'rolldown', 'first'])
  // Of what only other pages ask, neither; and there is such a file.
  assert.ok(names.some((name) => name.startsWith('rest-')))
  assert.deepEqual(
    [...(await codeOf(['index', 'app', 'home'])).keys()].filter((name) => name.startsWith('rest-')),
    [],
  )
})

test('what the first page says in another language comes with it, and little else', async () => {
  const code = [...(await codeOf(['index', 'app', 'home'])).values()].join('\n')
  const first = code.replaceAll(String.raw`\``, '`').replaceAll(String.raw`\n`, '\n')
  for (const [language, load] of Object.entries(laters)) {
    const { texts } = (await load()).default
    assert.ok(Object.keys(texts).length > 1000, language)
    const isSaid = (text: string) => quotes.some((quote) => first.includes(quote + text + quote))
    // They belong to languages/<language>/common.ts or home.ts.
    assert.deepEqual(Object.keys(texts).filter(isSaid), [], language)
    const { words } = (await catalogues[language]!()).default
    const missing = wordsOfPlatforms.filter((word) => !Object.hasOwn(words, word))
    assert.deepEqual(missing, [], `${language}, for data/platforms.ts`)
  }
})

/** They are put into the reader's words when the first page is. */
const wordsOfPlatforms = Object.values(knownPlatforms).flatMap(({ levels, placements, networks }) => [
  ...[levels.campaign, levels.adset, levels.ad],
  ...placements.map(({ name }) => name),
  ...networks.flatMap(({ positions = [] }) => positions.map(({ title }) => title)),
])

const scriptOf = (entry: string) =>
  required(
    names.find((name) => name.startsWith(`${entry}-`) && name.endsWith('.js')),
    entry,
  )

const quotes = ["'", '"', '`']

/** Scripts by what their names begin with, and all that they import before they run. */
async function codeOf(entries: string[]): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  const read = async (name: string): Promise<void> => {
    if (known.has(name)) return
    known.set(name, '')
    const code = await readFile(join(folder, 'assets', name), 'utf8')
    known.set(name, code)
    const imported = [...code.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(([, other]) => other!)
    await Promise.all(imported.map(read))
  }
  await Promise.all(entries.map((entry) => read(scriptOf(entry))))
  assert.ok(known.size > entries.length + 2)
  return known
}

test('a browser gets the dashboard at every address of it, under a strict policy', async () => {
  for (const path of [
    '/',
    '/launch',
    '/batches/7',
    '/approvals',
    '/approvals/12',
    '/settings/passkeys',
    '/nowhere/at/all',
  ]) {
    const page = await fetch(app.url + path, { headers: asBrowser })
    assert.equal(page.status, 200, path)
    assert.match(await page.text(), /<div id="root">/, path)
    const { headers } = page
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    assert.equal(headers.get('cache-control'), 'no-cache')
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
    assert.match(headers.get('permissions-policy')!, /camera=\(\)/)
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'; script-src 'self' 'sha256-[^' ]+'; style-src 'self';/)
    for (const rule of ["connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"])
      assert.ok(policy.includes(rule), rule)
    assert.doesNotMatch(policy, /unsafe/)
    assert.ok(policy.includes(`img-src 'self' data: blob: https: ${app.url} ${app.sandboxUrl};`), policy)
  }
})

test('the page has nothing in it that the policy would refuse, and all that it names is there', async () => {
  const page = await fetch(app.url, { headers: asBrowser })
  const html = await page.text()
  assert.doesNotMatch(html, /<script(?=[^>])(?![^>]* src=)|<style|\son\w+=|style=/)
  // What stands in it is told by its hash alone.
  const own = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text!)
  assert.equal(own.length, 1)
  const hash = createHash('sha256').update(own[0]!).digest('base64')
  assert.ok(page.headers.get('content-security-policy')!.includes(`'sha256-${hash}'`))
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!)
  assert.ok(addresses.length >= 2)
  for (const address of addresses) {
    assert.ok(address.startsWith('/assets/'), address)
    assert.equal((await fetch(app.url + address)).status, 200, address)
  }
})

test('the page is asked for again, and not sent again', async () => {
  const first = await fetch(app.url, { headers: asBrowser })
  const again = await fetch(app.url, { headers: { ...asBrowser, 'if-none-match': first.headers.get('etag')! } })
  assert.equal(again.status, 304)
  assert.equal(again.headers.get('etag'), first.headers.get('etag'))
})

test('programs go on to get what they got', async () => {
  for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0', '']) {
    const home = await fetch(app.url, { headers: { accept } })
    assert.match(await home.text(), /llms\.txt/, accept)
    assert.equal((await fetch(`${app.url}/launch`, { headers: { accept } })).status, 404, accept)
  }
  for (const path of [
    '/v1/nothing',
    '/api/nothing',
    '/docs/nothing',
    '/upload/nothing',
    '/mcp/nothing',
    '/media/nothing',
    '/.env',
    '/robots.txt',
  ]) {
    const reply = await fetch(app.url + path, { headers: asBrowser })
    assert.equal(reply.status, 404, path)
    assert.match(reply.headers.get('content-type')!, /json/, path)
  }
  for (const path of ['/docs', '/openapi.json', '/llms.txt']) {
    assert.equal((await fetch(app.url + path, { headers: asBrowser })).status, 200, path)
  }
  assert.equal(
    (await fetch(`${app.url}/approvals/abc`, { headers: asBrowser })).status,
    404,
    'a link that was never sent',
  )
})

test('an address that stands for nothing is a page for browsers, and shows nothing of itself', async () => {
  for (const path of ['/connect/%E0%A4%A/callback?state=a', '/%E0%A4%A', '/batches/%', '/v1/%zz/Call-me']) {
    const { status, head, body } = await raw(path, { accept: asBrowser.accept })
    assert.equal(status, 400, path)
    assert.match(head, /content-type: text\/html/, path)
    assert.match(head, /default-src 'none'/, path)
    assert.match(body.toString(), /no address of ours/, path)
    assert.ok(!body.includes('Call-me'))
    const forPrograms = await raw(path, { accept: 'application/json' })
    assert.match(forPrograms.head, /content-type: application\/json/, path)
  }
  for (const path of ['/connect', '/connect/pinterest/callback/more', '/connect/a/b/c']) {
    const { head } = await raw(path, { accept: asBrowser.accept })
    assert.match(head, /content-type: text\/html/, path)
  }
})

test('files are kept for good, and sent as small as the caller understands', async () => {
  const plain = await readFile(join(folder, script))
  const cases = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['identity', null],
    ['br;q=0, *;q=0', null],
    ['nonsense;q=x,,;', null],
  ] as const
  for (const [accepted, packing] of cases) {
    const { status, head, body } = await raw(script, { 'accept-encoding': accepted })
    assert.equal(status, 200)
    assert.match(head, /\r\ncache-control: public, max-age=31536000, immutable\r\n/)
    assert.match(head, /\r\nvary: accept-encoding\r\n/)
    assert.match(head, /\r\ncontent-type: text\/javascript; charset=utf-8\r\n/)
    assert.equal(/\r\ncontent-encoding: (\w+)/.exec(head)?.[1] ?? null, packing, accepted)
    const unpacked = packing === 'br' ? brotliDecompressSync(body) : packing === 'gzip' ? gunzipSync(body) : body
    assert.ok(unpacked.equals(plain), accepted)
  }
})

test('HEAD says what GET would, a part of a file is the whole, and other methods are refused', async () => {
  const head = await fetch(app.url + script, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
  assert.equal(head.status, 200)
  assert.equal(Number(head.headers.get('content-length')), (await readFile(join(folder, script))).length)
  const page = await fetch(app.url, { method: 'HEAD', headers: asBrowser })
  assert.equal(page.status, 200)
  assert.ok(page.headers.get('content-security-policy'))
  const part = await raw(script, { range: 'bytes=0-9', 'accept-encoding': 'identity' })
  assert.equal(part.status, 200)
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const reply = await fetch(app.url + script, { method, headers: asBrowser })
    assert.equal(reply.status, 405, method)
    assert.equal(reply.headers.get('allow'), 'GET, HEAD')
    assert.equal((await fetch(`${app.url}/launch`, { method, headers: asBrowser })).status, 404, method)
    assert.equal((await fetch(app.url, { method, headers: asBrowser })).status, 405, method)
  }
})

test('no other file can be read, however it is written', async () => {
  const paths = [
    '/assets/nothing.js',
    '/assets/',
    '/assets',
    '/assets/../index.html',
    '/assets/..%2findex.html',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets//etc/passwd',
    '/assets/__proto__',
    '/assets/constructor',
    `${script}.br`,
    `${script}.gz`,
    `${script}/`,
    `${script.toUpperCase()}`,
  ]
  for (const path of paths) {
    const { status, body } = await raw(path, { accept: '*/*' })
    assert.equal(status, 404, path)
    assert.match(body.toString(), /^\{"success":false/, path)
  }
  assert.equal((await raw(`${script}%00.txt`)).status, 404)
  assert.equal((await raw('/%zz', asBrowser)).status, 400)
  assert.equal((await raw(`/batches/${'x'.repeat(5000)}`, asBrowser)).status, 200)
  assert.equal((await raw('//evil.example/%2e%2e', asBrowser)).status, 404)
})
