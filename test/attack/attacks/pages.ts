import { sendRaw } from '../../support/raw-request.ts'
import { sendBriefly } from '../briefly.ts'
import { isUnhurt } from '../attack.ts'
import type { Attack, Note } from '../attack.ts'
import type { Stage } from '../stage.ts'

/** What each simulated platform would answer to, were it asked by a program. */
const reads = [
  '/meta/v26.0/me',
  '/tiktok/open_api/v1.3/',
  '/snapchat/v1/me',
  '/pinterest/v5/ad_accounts',
  '/_control/calls',
]
const posts = [
  '/meta/v26.0/act_1/campaigns',
  '/tiktok/open_api/v1.3/campaign/create/',
  '/google-ads/v25/',
  '/linkedin/rest/',
  '/',
]

/** As a page of somebody else's sends it: to our address, or to a name of theirs that leads to it. */
function foreign(stage: Stage): [string, string][] {
  const own = new URL(stage.sandboxUrl).host
  return [
    ['a foreign origin', `Host: ${own}\r\nOrigin: http://evil.example\r\n`],
    ['an origin without a name', `Host: ${own}\r\nOrigin: null\r\n`],
    ['a foreign name', 'Host: evil.example\r\n'],
    ['a foreign name and origin', 'Host: evil.example\r\nOrigin: http://evil.example\r\n'],
    ['a name that begins like ours', `Host: 127.0.0.1.evil.example\r\nOrigin: http://127.0.0.1.evil.example\r\n`],
    ['a request across sites', `Host: ${own}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n`],
  ]
}

async function atTheSandbox(stage: Stage, note: Note): Promise<void> {
  for (const [who, headers] of foreign(stage)) {
    for (const path of posts) {
      // Fifty megabytes are promised and none is sent: whoever answers has not waited for them.
      const type = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 52428800\r\n'
      const { status } = await sendBriefly(stage.sandboxUrl, `POST ${path} HTTP/1.1\r\n${headers}${type}\r\n`)
      note(`POST ${path} of the sandbox by ${who}`, status === 403, status)
    }
    if (who.includes('origin')) continue
    for (const path of reads) {
      const { status } = await sendBriefly(stage.sandboxUrl, `GET ${path} HTTP/1.1\r\n${headers}\r\n`)
      note(`GET ${path} of the sandbox by ${who}`, status === 403, status)
    }
  }
}

/** The sandbox may be ended by nobody either, and the service does not depend on it. */
async function formsForTheSandbox(stage: Stage, note: Note): Promise<void> {
  const pid = await stage.servicePid()
  const { host } = new URL(stage.sandboxUrl)
  for (const count of [1000, 1001, 3001]) {
    const fields = Array.from(
      { length: count },
      (_, at) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\nv\r\n`,
    )
    const body = `${fields.join('')}--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc`
    const type = `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n`
    const { status } = await sendRaw(
      stage.sandboxUrl,
      `POST /meta/v26.0/act_1/advideos HTTP/1.1\r\nHost: ${host}\r\n${type}\r\n${body}`,
    )
    const alive = await fetch(`${stage.sandboxUrl}/_control/calls`).catch(() => null)
    const held = status >= 400 && status < 500 && alive !== null && (await isUnhurt(stage, pid))
    note(`a form of ${count + 1} parts to the sandbox that ends inside of one`, held, status)
  }
}

async function withASession(stage: Stage, note: Note): Promise<void> {
  const owner = await stage.owner('demo')
  const { host, port } = new URL(stage.url)
  const cookie = `Cookie: ${owner.cookie()}\r\n`
  const send = (line: string, headers: string) =>
    sendRaw(stage.url, `${line} HTTP/1.1\r\n${headers}${cookie}Connection: close\r\n\r\n`)
  const refused = async (what: string, line: string, headers: string) => {
    const { status } = await send(line, headers)
    note(what, status === 400 || status === 401 || status === 403, status)
  }
  const good = await send('GET /v1/session', `Host: ${host}\r\n`)
  note('the owner itself is let in', good.status === 200, good.status)
  await refused('a session under a foreign name', 'GET /v1/session', 'Host: evil.example\r\n')
  await refused('a session across sites', 'GET /v1/session', `Host: ${host}\r\nSec-Fetch-Site: cross-site\r\n`)
  await refused(
    'a session of another port of the same machine',
    'GET /v1/session',
    `Host: ${host}\r\nSec-Fetch-Site: same-site\r\n`,
  )
  const writes: [string, string][] = [
    ['a foreign page', 'http://evil.example'],
    ['a page without a name', 'null'],
    ['a page of another scheme', `https://localhost:${port}`],
    ['a page of another port', `http://localhost:${Number(port) + 7}`],
  ]
  for (const [who, origin] of writes) {
    const name = origin.includes('localhost') ? `localhost:${port}` : host
    await refused(
      `${who} signs the owner out`,
      'DELETE /v1/session',
      `Host: ${name}\r\nOrigin: ${origin}\r\nContent-Length: 0\r\n`,
    )
  }
  await refused(
    'a page of another port calls the agents’ address',
    'POST /mcp',
    `Host: ${host}\r\nOrigin: http://localhost:1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n`,
  )
  await refused('a request for another host', 'GET http://evil.example/v1/session', `Host: ${host}\r\n`)
  await refused('a request with two names', 'GET /v1/session', `Host: ${host}\r\nHost: evil.example\r\n`)
}

async function formsToJson(stage: Stage, note: Note): Promise<void> {
  const form = new FormData()
  form.set('name', 'x')
  const { status } = await stage.call('POST', '/v1/manage/create-campaign', { body: form })
  note('a form sent to an operation that takes JSON', status === 415, status)
  const words = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
  for (const word of words) {
    const reply = await stage.call('GET', `/v1/campaigns?platform=${word}`)
    note(`a platform called ${word}`, reply.status < 500, reply.status)
  }
}

export const pages: Attack = {
  name: 'pages',
  about: 'a web page in the browser of an owner calls, or somebody writes odd HTTP',
  async run(stage, note) {
    await atTheSandbox(stage, note)
    await formsForTheSandbox(stage, note)
    await withASession(stage, note)
    await formsToJson(stage, note)
  },
}
