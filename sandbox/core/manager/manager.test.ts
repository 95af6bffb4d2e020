import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { graphClient, linkStory, uploadImage, usdAccount } from '../../../test/support/simulated/primary.ts'
import { startTestSandbox } from '../../../test/support/simulated/sandbox.ts'
import { createMetaSimulator } from '../../meta/simulator.ts'
import { html } from './html.ts'
import { hostOf, outwardLink } from './words.ts'

const accountsPath = '/meta/v26.0/me/adaccounts?access_token=sandbox-meta-token'
const hostile = `<script>alert(1)</script> & "Co" <img src=x onerror=alert('1')>`
const escaped = html`${hostile}`.text

async function start(context: TestContext) {
  const { url, control } = await startTestSandbox(context)
  const page = async (path: string) => {
    const answer = await fetch(url + path)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const press = (form: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${url}/_manager/${form}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
      redirect: 'manual',
    })
  return { url, control, page, press }
}

/** Addresses of our own pages in a page. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/href="(\/manager\/[^"]+)"/g)].map(([, path]) => path!.replaceAll('&amp;', '&'))
}

test('every platform, account, campaign, group and ad has a page, and each shows what is on it', async (context) => {
  const { page } = await start(context)
  const home = await page('/')
  assert.equal(home.status, 200)
  const platforms = linksIn(home.text).filter((path) => /^\/manager\/[^/]+$/.test(path))
  assert.equal(platforms.length, 7)
  for (const platform of platforms) {
    const [account] = linksIn((await page(platform)).text).filter((path) => path.split('/').length === 4)
    assert.ok(account, platform)
    const campaigns = await page(account)
    let [below] = linksIn(campaigns.text).filter((path) => path.includes('/campaigns/'))
    let last = ''
    while (below && below !== last) {
      last = below
      const { status, text } = await page(below)
      assert.equal(status, 200, below)
      const level = /\/(groups|ads)\//.exec(linksIn(text).at(-1) ?? '')?.[1]
      below = level === undefined ? undefined : linksIn(text).findLast((path) => path.includes(`/${level}/`))
    }
    const ad = linksIn((await page(`${account}?level=ads`)).text).find((path) => path.includes('/ads/'))
    const { text } = await page(ad!)
    assert.match(text, /<article\s+class="ad /, ad)
    for (const [, source] of text.matchAll(/<img\s+src="(\/_manager\/media\/[^"]+)"/g)) {
      const picture = await page(source!)
      assert.equal(picture.status, 200, source)
      assert.match(picture.headers.get('content-type') ?? '', /^image\//)
      assert.match(picture.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
    }
  }
})

test('names, words and links are shown as text, with the picture that was uploaded', async (context) => {
  const { url, page } = await start(context)
  const client = graphClient(url)
  const hash = await uploadImage(client, usdAccount)
  const { body: sets } = await client.get(`${usdAccount}/adsets?fields=name&limit=1`)
  const [set] = sets['data'] as { id: string }[]
  const story = linkStory(hash)
  story.link_data.message = `${hostile} says it`
  const { body: ad } = await client.post(`${usdAccount}/ads`, {
    name: hostile,
    adset_id: set!.id,
    status: 'PAUSED',
    creative: { name: hostile, object_story_spec: story },
  })
  const path = `/manager/meta/${usdAccount}/ads/${String(ad['id'])}`
  const { status, text, headers } = await page(path)
  assert.equal(status, 200, JSON.stringify(ad))
  assert.ok(text.includes(escaped) && text.includes(`${escaped} says it`))
  assert.ok(!text.includes('<script>alert') && !text.includes('<img src=x'))
  assert.match(text, /shop\.example/)
  assert.match(text, /Shop now/)
  const policy = headers.get('content-security-policy') ?? ''
  assert.ok(policy.includes("script-src 'self'") && policy.includes("style-src 'self'") && !policy.includes('unsafe'))
  assert.ok(!/ style=| on\w+="|<style/.test(text), 'nothing is inline')
  const [, source] = /<img\s+src="(\/_manager\/media\/[^"]+)"/.exec(text)!
  assert.equal((await page(source!)).headers.get('content-type'), 'image/png')
  const found = await page(`/manager/meta/${usdAccount}?level=ads&q=${encodeURIComponent(hostile.toUpperCase())}`)
  assert.ok(linksIn(found.text).includes(path))
  assert.ok(found.text.includes(escaped.toUpperCase().replaceAll(/&\w+;/gi, (sign) => sign.toLowerCase())))
  assert.ok((await page('/')).text.includes(escaped), 'it is what changed last')
  assert.equal(hostOf('javascript:alert(1)'), '')
  assert.ok(!outwardLink('javascript:alert(1)//https://x').text.includes('href'))
})

test('what is not there is a page that says so', async (context) => {
  const { page, url } = await start(context)
  const other = graphClient(url, 'sandbox-meta-token.acme')
  const { body } = await other.get('me/adaccounts?fields=id')
  const [foreign] = body['data'] as { id: string }[]
  const ads = linksIn((await page(`/manager/meta/${foreign!.id}?level=ads`)).text)
  const foreignAd = ads
    .find((path) => path.includes('/ads/'))!
    .split('/')
    .at(-1)
  const paths = [
    '/manager/orkut',
    '/manager/research',
    '/manager/meta/act_1',
    `/manager/tiktok/${usdAccount}`,
    `/manager/meta/${usdAccount}/ads/1`,
    `/manager/meta/${usdAccount}/ads/${foreignAd}`,
    `/manager/meta/${usdAccount}/campaigns/${foreignAd}`,
    `/manager/meta/${usdAccount}/__proto__/1`,
    '/manager/meta/%3Cscript%3E/ads/1',
    '/_manager/media/meta/nothing',
    '/_manager/media/meta/..%2F..%2Fetc%2Fpasswd',
  ]
  for (const path of paths) {
    const { status, text, headers } = await page(path)
    assert.equal(status, 404, path)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.ok(!text.includes('<script>'), path)
  }
})

test('the buttons break a call, slow it down and move the clock, and can be taken back', async (context) => {
  const { url, control, page, press } = await start(context)
  const back = `/manager/meta/${usdAccount}?level=ads&q=a`
  const pressed = await press('faults', { platform: 'meta', fault: 'error', times: '1', back })
  assert.deepEqual([pressed.status, pressed.headers.get('location')], [303, back])
  assert.match((await page('/manager/meta')).text, /1 left/)
  assert.equal((await fetch(url + accountsPath)).status, 500)
  assert.equal((await fetch(url + accountsPath)).status, 200)
  assert.ok(!(await page('/manager/meta')).text.includes('1 left'), 'what is spent is not shown')

  await press('clock', { by: '3600' })
  await press('clock', { by: '86400' })
  const clock = async () => (await control('GET', '/clock')).body['offsetSeconds']
  assert.equal(await clock(), 90_000)
  assert.match((await page('/')).text, /\+1 d 1 h/)
  await press('clock', { by: 'now' })
  assert.equal(await clock(), 0)

  await press('latency', { platform: 'meta', ms: '300' })
  await press('faults', { platform: 'tiktok', fault: 'hang', times: '5' })
  const rules = async () => [
    (await control('GET', '/latency')).body['latency'],
    ((await control('GET', '/faults?platform=tiktok')).body['faults'] as object[]).length,
  ]
  assert.deepEqual(await rules(), [[{ platform: 'meta', ms: 300, jitterMs: 0 }], 1])
  await press('clear', { platform: 'meta' })
  assert.deepEqual(await rules(), [[], 1])
  await press('clear', {})
  assert.deepEqual(await rules(), [[], 0])
})

test('a button that is none is refused, and leads to no other place', async (context) => {
  const { control, press } = await start(context)
  const wrong: [string, Record<string, string>][] = [
    ['faults', { platform: 'orkut', fault: 'error' }],
    ['faults', { platform: 'meta', fault: 'constructor' }],
    ['faults', { platform: 'meta', fault: 'error', times: '0' }],
    ['faults', { platform: 'meta', fault: 'error', times: '-1' }],
    ['latency', { platform: 'meta', ms: '9999999' }],
    ['latency', { platform: 'meta', ms: 'soon' }],
    ['clock', { by: '1e9' }],
    ['clear', { platform: 'orkut' }],
  ]
  for (const [form, fields] of wrong) {
    const answer = await press(form, fields)
    assert.equal(answer.status, 400, JSON.stringify(fields))
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
  }
  for (const back of ['https://evil.example/', '//evil.example', '/\\evil.example', '/manager/\\..\\x', '/_control'])
    assert.equal((await press('clock', { by: '1', back })).headers.get('location'), '/', back)
  assert.deepEqual((await control('GET', '/faults')).body['faults'], [])
})

test("other people's pages can neither press buttons nor read", async (context) => {
  const { url, control, press, page } = await start(context)
  const { host, port } = new URL(url)
  const fields = { by: '3600' }
  const forged = [
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
  ] as const
  for (const [name, value] of forged)
    assert.equal((await press('clock', fields, { [name]: value })).status, 403, `${name}: ${value}`)
  const asked = (name: string) =>
    new Promise<number>((resolve, reject) => {
      const call = request(url, { headers: { host: `${name}:${port}` } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      call.on('error', reject).end()
    })
  assert.equal(await asked('attacker.example'), 403)
  assert.equal(await asked('localhost'), 200)
  assert.equal((await control('GET', '/clock')).body['offsetSeconds'], 0)
  const own = { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
  assert.equal((await press('clock', fields, own)).status, 303)
  const json = await fetch(`${url}/_manager/clock`, { method: 'POST', body: '{}' })
  assert.equal(json.status, 415)
  assert.equal((await page('/')).headers.get('x-frame-options'), 'DENY')
})

test('a list of thousands comes in pages, and is found by name', async (context) => {
  const { url, control } = await startTestSandbox(context, { simulators: [createMetaSimulator] })
  await control('POST', '/reset', { size: 200 })
  const path = `${url}/manager/meta/${usdAccount}?level=ads`
  const text = await (await fetch(path)).text()
  const counted = Number(/role="status">\s*([\d,]+) ads/.exec(text)![1]!.replaceAll(',', ''))
  assert.ok(counted > 5000, String(counted))
  assert.equal(text.match(/<tr>/g)!.length, 51)
  assert.ok(text.length < 150_000, `${text.length} characters`)
  const rowsOf = async (more: string) =>
    linksIn(/<tbody>[^]*<\/tbody>/.exec(await (await fetch(path + more)).text())![0])
  const second = await rowsOf('&page=2')
  assert.equal(new Set([...(await rowsOf('&page=1')), ...second]).size, 100)
  assert.deepEqual(await rowsOf('&page=999999'), await rowsOf(`&page=${Math.ceil(counted / 50)}`))
  assert.deepEqual(await rowsOf('&page=-1'), await rowsOf(''))
  const id = second[7]!.split('/').at(-1)!
  assert.deepEqual(await rowsOf(`&q=${id}`), [second[7]])
  assert.ok((await (await fetch(url)).text()).length < 100_000)
})
