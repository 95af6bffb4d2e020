import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isPublicAddress } from './address.ts'
import { createUrlFetcher } from './fetch-url.ts'
import { guardLookup, PrivateAddressError } from './guarded-connect.ts'
import type { Resolve } from './guarded-connect.ts'
import { MediaError } from '../media-error.ts'
import { serveHttp } from '../../../test/support/media/file-server.ts'
import type { TestServer } from '../../../test/support/media/file-server.ts'

/** Something only this machine can reach, and a server we may use that sends its visitors elsewhere. */
let victim: TestServer
let redirector: TestServer
let visits = 0

before(async () => {
  victim = await serveHttp((_request, response) => {
    visits += 1
    response.end('secret')
  })
  redirector = await serveHttp((request, response) => {
    const target = new URL(request.url ?? '/', 'http://redirector').searchParams.get('to') ?? ''
    response.writeHead(302, { location: target }).end()
  })
})

after(async () => {
  await victim.close()
  await redirector.close()
})

/** Names under .test answer with the address they are asked to; the others with loopback, as a hosts file might. */
const resolve: Resolve = async (hostname) => {
  const named: Record<string, string[]> = {
    'metadata.test': ['169.254.169.254'],
    'six.test': ['::1'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'nat64.test': ['64:ff9b::7f00:1'],
    'both.test': ['10.0.0.1', 'fd00::1'],
    'zero.test': ['0.0.0.0'],
  }
  const addresses = named[hostname] ?? ['127.0.0.1']
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const privateHosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.127.127.127',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '0x7f.0.0.1',
  '0x7f000001',
  '0x7F.1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  '127.0.0.1.',
  '0',
  '0.0.0.0',
  '0.0.0.1',
  '00000000',
  '10.0.0.1',
  '10.255.255.255',
  '012.0.0.1',
  '0xa.0.0.1',
  '100.64.0.1',
  '100.127.255.254',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '169.254.43518',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '0300.0250.1.1',
  '3232235777',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.1.1.1',
  '240.0.0.1',
  '255.255.255.255',
  '4294967295',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:169.254.169.254]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[2001:db8::1]',
  '[100::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'sub.localhost',
  'metadata.test',
  'six.test',
  'mapped.test',
  'nat64.test',
  'both.test',
  'zero.test',
  'ⓛocalhost',
]

const otherRefusals: [url: string, reason: string][] = [
  ['file:///etc/passwd', 'bad_scheme'],
  ['ftp://example.test/a.png', 'bad_scheme'],
  ['gopher://127.0.0.1:6379/_INFO', 'bad_scheme'],
  ['data:image/png;base64,AAAA', 'bad_scheme'],
  ['javascript:alert(1)', 'bad_scheme'],
  ['blob:http://127.0.0.1/1', 'bad_scheme'],
  ['ws://127.0.0.1/', 'bad_scheme'],
  ['http://user:password@127.0.0.1/', 'credentials'],
  ['http://example.test@127.0.0.1/', 'credentials'],
  ['https://:password@127.0.0.1/', 'credentials'],
  ['http://', 'bad_url'],
  ['http://[::1', 'bad_url'],
  ['http://127.0.0.1:99999/', 'bad_url'],
  ['http://256.256.256.256/', 'bad_url'],
  ['http://[fe80::1%25eth0]/', 'bad_url'],
]

function corpus(): [url: string, reason: string][] {
  const hosts = privateHosts.flatMap((host): [string, string][] => [
    [`http://${host}:${victim.port}/a.png`, 'private_address'],
    [`https://${host}:${victim.port}/a.png`, 'private_address'],
  ])
  const backslash: [string, string] = [`http:\\\\127.0.0.1:${victim.port}\\a.png`, 'private_address']
  const whitespace: [string, string] = [`\thttp://127.0.0.1:${victim.port}/a\n.png`, 'private_address']
  return [...hosts, backslash, whitespace, ...otherRefusals]
}

async function reasonFor(url: string): Promise<unknown> {
  const fetcher = createUrlFetcher({ allowPrivateUrls: [redirector.host], lookup: resolve, headerTimeoutMs: 2000 })
  try {
    await fetcher.fetch(url)
    return 'reached'
  } catch (error) {
    assert.ok(error instanceof MediaError)
    assert.equal(error.code, 'URL_NOT_ACCESSIBLE')
    assert.equal(error.details.url, url)
    return error.details.reason
  } finally {
    await fetcher.close()
  }
}

test('no address that only we can reach is fetched, however it is written', async () => {
  assert.ok(corpus().length >= 60)
  for (const [url, reason] of corpus()) assert.equal(await reasonFor(url), reason, url)
  assert.equal(visits, 0)
})

test('a redirect leads to none of them either', async () => {
  for (const [url, reason] of corpus()) {
    // A header holds printable ASCII only.
    if (!/^[\x20-\x7e]+$/.test(url)) continue
    assert.equal(await reasonFor(redirector.url(`/?to=${encodeURIComponent(url)}`)), reason, url)
  }
  assert.equal(visits, 0)
})

test('the system resolver is held to the same rule', async () => {
  const fetcher = createUrlFetcher({ allowPrivateUrls: [] })
  await assert.rejects(fetcher.fetch(`http://localhost:${victim.port}/`), { details: detailsOf('localhost') })
  await fetcher.close()
  assert.equal(visits, 0)
})

function detailsOf(host: string) {
  return { url: `http://${host}:${victim.port}/`, reason: 'private_address' }
}

test('a name is resolved once for each connection, by the connection itself', async () => {
  let calls = 0
  const lookup: Resolve = async () => {
    calls += 1
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const fetcher = createUrlFetcher({ allowPrivateUrls: [], lookup })
  for (const expected of [1, 2]) {
    await assert.rejects(fetcher.fetch(`http://rebind.test:${victim.port}/`), { details: detailsOf('rebind.test') })
    assert.equal(calls, expected)
  }
  await fetcher.close()
  assert.equal(visits, 0)
})

test('a name that answers publicly first and privately later gets no second connection', async () => {
  const answers = ['93.184.216.34', '127.0.0.1']
  const lookup = guardLookup(async () => [{ address: answers.shift() ?? '', family: 4 }], isPublicAddress)
  const ask = () => new Promise((done) => lookup('rebind.test', { all: true }, (error, found) => done(error ?? found)))
  assert.deepEqual(await ask(), [{ address: '93.184.216.34', family: 4 }])
  assert.ok((await ask()) instanceof PrivateAddressError)
})

test('of a name with public and private addresses only the public ones are used', async () => {
  const mixed = ['10.0.0.1', '93.184.216.34', '::1'].map((address) => ({ address, family: address === '::1' ? 6 : 4 }))
  const lookup = guardLookup(async () => mixed, isPublicAddress)
  const all = await new Promise((done) => lookup('mixed.test', { all: true }, (_error, found) => done(found)))
  assert.deepEqual(all, [{ address: '93.184.216.34', family: 4 }])
  const one = await new Promise((done) => lookup('mixed.test', {}, (_error, found) => done(found)))
  assert.equal(one, '93.184.216.34')
})

test('a host that is named in the settings is reached, on the named port only', async () => {
  const allow = async (entry: string, host: string) => {
    const fetcher = createUrlFetcher({ allowPrivateUrls: [entry], lookup: resolve })
    try {
      const { status, body } = await fetcher.fetch(`http://${host}:${victim.port}/`)
      body.destroy()
      return status
    } catch (error) {
      return error instanceof MediaError ? error.details.reason : error
    } finally {
      await fetcher.close()
    }
  }
  assert.equal(await allow('127.0.0.1', '127.0.0.1'), 200)
  assert.equal(await allow(`127.0.0.1:${victim.port}`, '127.0.0.1'), 200)
  assert.equal(await allow(`LocalHost:${victim.port}`, 'localhost'), 200)
  assert.equal(await allow('127.0.0.1:1', '127.0.0.1'), 'private_address')
  assert.equal(await allow('localhost', '127.0.0.1'), 'private_address')
  assert.equal(await allow('[::1]', '127.0.0.1'), 'private_address')
  assert.equal(await allow('', '127.0.0.1'), 'private_address')
})
