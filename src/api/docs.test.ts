import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import type { FastifyInstance } from 'fastify'
import { errorStatus, AppError } from '../errors.ts'
import { assetNames } from '../http/docs/reference/assets.ts'
import { scriptName } from '../http/docs/reference/script.ts'
import { sampleFacts, sampleTable } from '../../test/support/docs.ts'
import { documentedPath } from '../http/docs/paths.ts'
import type { Operation } from '../call/operation.ts'
import { buildLlms, buildLlmsFull } from '../http/docs/llms.ts'
import { buildOpenApi } from '../http/docs/openapi.ts'
import { parseInput } from '../call/input/parse.ts'
import { limitsOfPeople, memoryRateLimiter } from '../call/rate-limit.ts'
import { createServer } from '../http/server.ts'
import type { Services } from '../services.ts'
import { noTracing } from '../trace/tracing.ts'
import { docsOperations } from './docs.ts'

const table: Operation[] = [...sampleTable, ...docsOperations(() => table)]
let server: FastifyInstance
let url: string

before(async () => {
  // The documents need no key and no database, so the service has neither here.
  const config = { uploadIdleMs: 60_000, host: '127.0.0.1', basePath: '' }
  const known = {
    ...{ version: '9.8.7', config, publicUrl: () => url, sandboxUrl: 'http://127.0.0.1:9', restored: null },
    ...{ schema: { newer: () => null }, tracing: noTracing },
  }
  const services = known as unknown as Services
  const refuse = async () => Promise.reject(new AppError('unauthorized', 'Nobody has a key here.'))
  const nobody = {
    ...{ authenticate: refuse, authenticateAgent: refuse },
    whenEnded: () => () => undefined,
    close: async () => undefined,
  }
  const rateLimiter = memoryRateLimiter({ key: { read: 60, write: 10, upload: 120 }, user: limitsOfPeople })
  server = await createServer({ operations: table, services, authenticator: nobody, rateLimiter, publicUrl: () => url })
  url = await server.listen({ port: 0, host: '127.0.0.1' })
})

after(() => server.close())

/** Sends the path as it is; fetch would tidy it up first. */
function statusOfRawPath(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(url, { path }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    call.on('error', reject)
    call.end()
  })
}

test('the reference may load and call nothing but this service', async () => {
  const response = await fetch(`${url}/docs`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
  const policy = response.headers.get('content-security-policy')!
  const nonce = /default-src 'none'; script-src 'self'; style-src 'self' 'nonce-([\w-]{24})';/.exec(policy)?.[1]
  assert.ok(nonce, policy)
  assert.match(policy, /connect-src 'self'/)
  assert.doesNotMatch(policy, /unsafe|https?:/)
  const html = await response.text()
  assert.ok(html.includes(`<meta property="csp-nonce" content="${nonce}">`))
  assert.notEqual((await fetch(`${url}/docs`)).headers.get('content-security-policy'), policy, 'each has its own')
  assert.doesNotMatch(html, /<script(?![^>]* src=)|<style|\son\w+=|style=/)
  for (const [, address] of html.matchAll(/(?:src|href)="([^"#]+)"/g)) {
    assert.ok(address!.startsWith('/'), address)
    assert.equal((await fetch(url + address)).status, 200, address)
  }
})

test('the reference has an anchor for every error code', async () => {
  const html = await (await fetch(`${url}/docs`)).text()
  for (const code of Object.keys(errorStatus)) assert.ok(html.includes(`<tr id="errors-${code}">`), code)
})

test('the files of the reference have their types and are not sent twice', async () => {
  for (const name of assetNames.filter((each) => each !== scriptName)) {
    const first = await fetch(`${url}/docs/${name}`)
    assert.equal(first.status, 200, name)
    assert.match(first.headers.get('content-type')!, /^(text\/javascript|text\/css|image\/svg|font\/woff2)/)
    assert.equal(first.headers.get('x-content-type-options'), 'nosniff')
    assert.ok((await first.bytes()).length > 0)
    const again = await fetch(`${url}/docs/${name}`, { headers: { 'if-none-match': first.headers.get('etag')! } })
    assert.equal(again.status, 304, name)
  }
})

test('the script that draws the reference is sent packed, and never again', async () => {
  const packed = await fetch(`${url}/docs/${scriptName}`)
  assert.equal(packed.headers.get('content-encoding'), 'gzip')
  assert.equal(packed.headers.get('content-type'), 'text/javascript; charset=utf-8')
  assert.equal(packed.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.ok(Number(packed.headers.get('content-length')) < 2_000_000)
  const plain = await fetch(`${url}/docs/${scriptName}`, { headers: { 'accept-encoding': 'gzip;q=0, identity' } })
  assert.equal(plain.headers.get('content-encoding'), null)
  const script = await plain.text()
  assert.equal(script, await packed.text())
  for (const word of ['createApiReference', 'persistAuth', 'x-codeSamples']) assert.ok(script.includes(word), word)
})

test('the page leaves everything out that would leave this service', async () => {
  const page = await (await fetch(`${url}/docs/page.js`)).text()
  const off = ['withDefaultFonts: false', 'persistAuth: false', 'telemetry: false', 'agent: { disabled: true }']
  for (const word of off) assert.ok(page.includes(word), word)
  assert.doesNotMatch(page, /proxyUrl|https?:|localStorage/)
})

test('no other file can be read through the reference', async () => {
  const paths = [
    '/docs/nothing.js',
    '/docs/package.json',
    '/docs/docs.ts',
    '/docs/../package.json',
    '/docs/%2e%2e%2fpackage.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/..%5cpackage.json',
    '/docs/%2fetc%2fpasswd',
    '/docs/__proto__',
    '/docs/constructor',
  ]
  for (const path of paths) assert.equal(await statusOfRawPath(path), 404, path)
  assert.equal(await statusOfRawPath('/docs/page.js%00.txt'), 400)
})

test('the OpenAPI document describes this very service, itself included', async () => {
  const response = await fetch(`${url}/openapi.json`)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  const document = (await response.json()) as { servers: { url: string }[]; paths: Record<string, object> }
  assert.equal(document.servers[0]!.url, url)
  for (const path of ['/docs', '/docs/{file}', '/openapi.json', '/llms.txt', '/llms-full.txt', '/v1/launch']) {
    assert.ok(path in document.paths, path)
  }
  const result = await new Validator().validate(document)
  assert.deepEqual(result.errors ?? [], [])
})

test('the texts for language models are Markdown and keep their tag until they change', async () => {
  for (const path of ['/llms.txt', '/llms-full.txt']) {
    const first = await fetch(url + path)
    assert.equal(first.status, 200)
    assert.equal(first.headers.get('content-type'), 'text/markdown; charset=utf-8')
    assert.match(await first.text(), /^# Flightdeck\n/)
    const again = await fetch(url + path, { headers: { 'if-none-match': first.headers.get('etag')! } })
    assert.equal(again.status, 304)
  }
})

const contentsPage = new URL('./index.ts', import.meta.url)

test('every operation of Flightdeck is in all documents', async () => {
  const { operations } = (await import(contentsPage.href)) as { operations: Operation[] }
  const document = buildOpenApi(operations, sampleFacts)
  const result = await new Validator().validate(structuredClone(document))
  assert.deepEqual(result.errors ?? [], [])
  const paths = document.paths as Record<string, Record<string, { operationId: string }>>
  const overview = buildLlms(operations, sampleFacts)
  const everything = buildLlmsFull(operations, sampleFacts)
  for (const { rest, summary } of operations) {
    const { method, path } = rest
    const name = `${method} ${documentedPath(path)}`
    assert.ok(paths[documentedPath(path)]?.[method.toLowerCase()], name)
    assert.ok(overview.includes(`- ${name}: ${summary}`), name)
    assert.ok(everything.includes(`\n### ${name}\n`), name)
  }
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId))
  assert.equal(new Set(ids).size, ids.length)
})

test('the examples in the documents are accepted', async () => {
  const { operations } = (await import(contentsPage.href)) as { operations: Operation[] }
  for (const operation of operations) {
    if (operation.example) assert.ok(parseInput(operation, { ...operation.example }), operation.rest.path)
  }
})
