import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { connect, socketUrl } from '../../src/db/connect.ts'
import { embeddedConnection } from '../../src/db/embedded/embedded.ts'
import type { Figure } from '../figure.ts'
import { sandboxProcess } from '../sandbox-process.ts'
import { benchService } from '../service.ts'
import type { BenchService } from '../service.ts'
import { median } from '../measure.ts'

const platform = 'google-ads'
const latencyMs = 150
const keywordCount = 500
const campaignCount = 2000
const pageRows = 1000
const rounds = 40

type Say = (line: string) => void
interface Listed<T> {
  data: T[]
  pagination: { total: number }
  metadata: { source: string }
}
type Campaign = Record<string, string | number | boolean | null>

/** The platform that is no target of launches: many keywords at once, and the structure of a large account. */
export async function searchAdsFigures(say: Say): Promise<Figure[]> {
  const sandbox = await sandboxProcess()
  const service = await benchService({ SANDBOX_URL: sandbox.url })
  try {
    const { data } = await service.call<Listed<{ id: string }>>('GET', `/v1/adaccounts?platform=${platform}`)
    const accountId = data[0]!.id
    return [...(await addKeywords(service, accountId, say)), ...(await readStructure(service, accountId, say))]
  } finally {
    await service.remove()
    sandbox.end()
  }
}

async function callsIn<T>(service: BenchService, work: () => Promise<T>) {
  await service.control('DELETE', `calls?platform=${platform}`)
  const from = performance.now()
  const answer = await work()
  const tookMs = performance.now() - from
  const { calls } = await service.control<{ calls: { path: string; status: number }[] }>(
    'GET',
    `calls?platform=${platform}`,
  )
  if (calls.some(({ status }) => status !== 200)) throw new Error(`a call was refused: ${JSON.stringify(calls)}`)
  return { answer, tookMs, calls: calls.length }
}

const colours = ['red', 'green', 'blue', 'white', 'black', 'grey', 'brown']

/** A look whether the ad group is there, then one call for all of them: against just these calls, in turns. */
async function addKeywords(service: BenchService, accountId: string, say: Say): Promise<Figure[]> {
  const path = `/v1/google-ads/ad-groups?accountId=${accountId}`
  const adGroupId = (await service.call<Listed<{ id: string }>>('GET', path)).data[0]!.id
  const named = (name: string) =>
    Array.from({ length: keywordCount }, (_, index) => ({ text: `${name} ${index}`, matchType: 'PHRASE' }))
  const add = (name: string) => {
    const body = { accountId, adGroupId, keywords: named(name) }
    return service.call<{ successCount: number }>('POST', '/v1/google-ads/keywords', body)
  }
  // Warm: compiled code is not what is measured.
  for (const name of ['first', 'second']) await add(name)
  await service.control('POST', 'latency', { platform, ms: latencyMs })
  const ours: number[] = []
  const bare: number[] = []
  let calls = 0
  for (const colour of colours) {
    bare.push(await timed(() => bareCalls(service, { accountId, adGroupId, keywords: named(`bare ${colour}`) })))
    const made = await callsIn(service, () => add(colour))
    if (made.answer.successCount !== keywordCount) throw new Error(`${made.answer.successCount} keywords were added`)
    ours.push(made.tookMs)
    calls = Math.max(calls, made.calls)
  }
  await service.control('POST', 'latency', { platform, ms: 0 })
  const [our, ideal] = [median(ours), median(bare)]
  say(
    `search-ads: ${keywordCount} keywords in ${Math.round(our)} ms and ${calls} calls; these calls alone take ` +
      `${Math.round(ideal)} ms, ${2 * latencyMs} ms of it the way`,
  )
  return [
    { what: `search-ads: ${keywordCount} keywords, time / ideal schedule`, value: our / ideal, unit: '', atMost: 1.3 },
    { what: `search-ads: calls for ${keywordCount} keywords`, value: calls, unit: '', atMost: 2 },
  ]
}

/** What has to be said to the platform, and nothing else: how long it works on it is not ours. */
async function bareCalls(
  { sandboxUrl }: BenchService,
  { accountId, adGroupId, keywords }: { accountId: string; adGroupId: string; keywords: object[] },
): Promise<void> {
  const ask = async (path: string, body: object) => {
    const answer = await fetch(`${sandboxUrl}/google-ads/v25/customers/${accountId}/${path}`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer sandbox-google-ads-token',
        'developer-token': 'sandbox-google-ads-dev',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    await answer.json()
  }
  await ask('googleAds:search', { query: `SELECT ad_group.id FROM ad_group WHERE ad_group.id = ${adGroupId}` })
  const adGroup = `customers/${accountId}/adGroups/${adGroupId}`
  const operations = keywords.map((keyword) => ({ create: { adGroup, status: 'ENABLED', keyword } }))
  await ask('adGroupCriteria:mutate', { operations, partialFailure: true })
}

async function readStructure(service: BenchService, accountId: string, say: Say): Promise<Figure[]> {
  await service.control('POST', platform, { seedCampaigns: { accountId, count: campaignCount } })
  const path = `/v1/google-ads/campaigns?accountId=${accountId}&limit=${pageRows}`
  const ask = (more = '') => service.call<Listed<Campaign>>('GET', path + more)
  const { answer, tookMs, calls } = await callsIn(service, () => ask('&refresh=true'))
  const { total } = answer.pagination
  if (total < campaignCount - 10) throw new Error(`${total} campaigns were told`)
  const bare = await bareServer(service, answer.data)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    theirs.push(await timed(() => fetch(`${bare.url}/bare?limit=${pageRows}`).then((sent) => sent.text())))
    ours.push(
      await timed(() =>
        fetch(service.url + path, { headers: { authorization: `Bearer ${service.key}` } }).then((sent) => sent.text()),
      ),
    )
  }
  if ((await ask()).metadata.source !== 'cache') throw new Error('the platform was asked again')
  bare.end()
  const [our, their] = [median(ours), median(theirs)]
  say(
    `search-ads: ${total} campaigns read in ${Math.round(tookMs)} ms and ${calls} calls; ` +
      `a page of ${pageRows} in ${our.toFixed(1)} ms, the bare server in ${their.toFixed(1)} ms`,
  )
  return [
    // One stream for each kind of thing that is counted: campaigns, ad groups, ads, keywords.
    { what: `search-ads: calls for ${campaignCount} campaigns`, value: calls, unit: '', atMost: 4 },
    { what: 'search-ads: cached campaigns / bare server', value: our / their, unit: '', atMost: 1.5 },
  ]
}

/** The same rows in a table of their own, and the least that can send them. */
async function bareServer({ dataDir }: BenchService, rows: Campaign[]): Promise<{ url: string; end(): void }> {
  const connection = (await embeddedConnection(dataDir))!
  const { db, pool } = connect(connection, 1)
  const columns = Object.entries(rows[0]!).map(([name]) => {
    const sample = rows.find((row) => row[name] !== null)?.[name]
    return `"${name}" ${typeof sample === 'number' ? 'float8' : typeof sample === 'boolean' ? 'boolean' : 'text'}`
  })
  await pool.query(`CREATE TABLE bare_campaigns (${columns.join(', ')}, PRIMARY KEY (id))`)
  await pool.query('INSERT INTO bare_campaigns SELECT * FROM jsonb_populate_recordset(NULL::bare_campaigns, $1)', [
    JSON.stringify(rows),
  ])
  await pool.query('ANALYZE bare_campaigns')
  await db.destroy()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-campaigns.ts'), socketUrl(connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [address] = (await once(child.stdout, 'data')) as [Buffer]
  return { url: address.toString().trim(), end: () => void child.kill() }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
