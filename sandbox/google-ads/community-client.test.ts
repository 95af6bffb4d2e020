import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { canceled, direct, managed, manager, openCaller } from './test-caller.ts'

/**
 * The community's client (npm google-ads-api): its reads go over HTTP and JSON. Its writes, and its list of accounts, go
 * over gRPC alone: the other transport of the library below it cannot read or write the names in its descriptors.
 * What it says of its types is fifteen megabytes long, so what is used of it is written down here.
 */
interface ClientModule {
  GoogleAdsApi: new (options: Record<string, string | number>) => { Customer(options: object): Customer }
}
interface Customer {
  query(text: string): Promise<Row[]>
  queryStream(text: string): AsyncGenerator<Row>
  report(options: object): Promise<Row[]>
  reportCount(options: object): Promise<number>
  reportStream(options: object): AsyncGenerator<Row>
  getAccessToken(): Promise<string>
}
type Row = Record<string, Record<string, string | number>>
interface Axios {
  interceptors: { request: { use(change: (request: { url: string }) => object): number; eject(id: number): void } }
}
interface Failure {
  errors: { error_code: Record<string, string>; message: string }[]
  request_id: string
}

const load = createRequire(import.meta.url)
const { GoogleAdsApi } = load('google-ads-api') as ClientModule
const axios = createRequire(load.resolve('google-ads-api'))('axios') as Axios

const theirs = 'https://googleads.googleapis.com/'
const app = { client_id: 'sandbox-google-ads.apps.example', client_secret: 'sandbox-google-ads-secret' }
const refresh_token = 'sandbox-google-ads-refresh'

/** The client with nothing changed but the addresses, which stand fixed in it. */
async function openClient(context: TestContext) {
  const { base, rows, change } = await openCaller(context)
  const moved = axios.interceptors.request.use((request) => {
    assert.ok(request.url.startsWith(theirs), request.url)
    return { ...request, url: `${base}/${request.url.slice(theirs.length)}` }
  })
  context.after(() => axios.interceptors.request.eject(moved))
  const client = new GoogleAdsApi({ ...app, developer_token: 'sandbox-google-ads-dev' })
  async function getAccessToken(): Promise<string> {
    const body = new URLSearchParams({ ...app, refresh_token, grant_type: 'refresh_token' })
    const answer = await fetch(`${base}/token`, { method: 'POST', body })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const customer = (customer_id: string, login?: object) =>
    Object.assign(client.Customer({ customer_id, refresh_token, ...login }), { getAccessToken })
  return { customer, rows, change }
}

async function collect(stream: AsyncGenerator<Row>): Promise<Row[]> {
  const all: Row[] = []
  for await (const row of stream) all.push(row)
  return all
}

const idsIn = (found: Row[]) => found.map(({ campaign }) => String(campaign!['id']))

test('it reads campaigns by its own words and by queries, at once and as a stream', async (context) => {
  const { customer, rows, change } = await openClient(context)
  await change({ seedCampaigns: { accountId: direct, count: 60 } })
  const text = "SELECT campaign.id, campaign.name, campaign.status FROM campaign WHERE campaign.status != 'REMOVED'"
  const wanted = (await rows(text)).map(({ campaign }) => String(campaign!['id']))
  const options = {
    entity: 'campaign',
    attributes: ['campaign.id', 'campaign.name', 'campaign.status', 'campaign_budget.amount_micros'],
    constraints: { 'campaign.status': ['ENABLED', 'PAUSED'] },
    order: [{ field: 'campaign.id', sort_order: 'ASC' }],
  }
  const own = customer(direct)
  assert.ok(wanted.length > 50)
  for (const found of [
    await own.query(text),
    await own.report(options),
    await collect(own.queryStream(text)),
    await collect(own.reportStream(options)),
  ])
    assert.deepEqual(idsIn(found).sort(), [...wanted].sort())
  assert.equal(await own.reportCount(options), wanted.length)
  const [first] = await own.report(options)
  // It turns words into its numbers, and 64-bit texts into numbers: both only where they are what it expects.
  assert.deepEqual([first!['campaign']!['status'], typeof first!['campaign_budget']!['amount_micros']], [2, 'number'])
})

test('it reads figures of a managed account through the manager, with a summary', async (context) => {
  const { customer } = await openClient(context)
  const options = {
    entity: 'search_term_view',
    attributes: ['search_term_view.search_term', 'search_term_view.status'],
    metrics: ['metrics.cost_micros', 'metrics.clicks'],
    segments: ['segments.date'],
    date_constant: 'LAST_7_DAYS',
    limit: 20,
  }
  const own = customer(managed, { login_customer_id: manager })
  const found = await own.report(options)
  assert.equal(found.length, 20)
  for (const { search_term_view: view, metrics, segments } of found) {
    assert.equal(typeof view!['search_term'], 'string')
    assert.equal(typeof metrics!['cost_micros'], 'number')
    assert.match(String(segments!['date']), /^\d{4}-\d{2}-\d{2}$/)
  }
  const figures = { entity: 'campaign', attributes: ['campaign.id'], metrics: ['metrics.clicks'] }
  const week = { ...figures, date_constant: 'LAST_7_DAYS' }
  const all = await own.report(week)
  const [summary, ...rest] = await own.report({ ...week, search_settings: { return_summary_row: true } })
  const clicks = (list: Row[]) => list.reduce((sum, { metrics }) => sum + Number(metrics?.['clicks'] ?? 0), 0)
  assert.deepEqual(rest, all)
  assert.equal(clicks([summary!]), clicks(all))
})

test('what is refused comes as its own error, streamed or not', async (context) => {
  const { customer } = await openClient(context)
  const refused = async (work: Promise<unknown>) => {
    const failure = (await work.then(
      () => assert.fail('it was answered'),
      (error: unknown) => error,
    )) as Failure
    assert.match(failure.request_id, /\S/)
    return failure.errors.map(({ error_code }) => Object.keys(error_code).join())
  }
  const wrong = 'SELECT campaign.no_such_field FROM campaign'
  assert.deepEqual(await refused(customer(direct).query(wrong)), ['query_error'])
  assert.deepEqual(await refused(collect(customer(direct).queryStream(wrong))), ['query_error'])
  const count = customer(direct).reportCount({ entity: 'campaign', attributes: ['campaign.no_such_field'] })
  assert.deepEqual(await refused(count), ['query_error'])
  const closed = customer(canceled, { login_customer_id: manager })
  assert.deepEqual(await refused(closed.query('SELECT campaign.id FROM campaign')), ['authorization_error'])
  assert.deepEqual(await refused(customer(managed).query('SELECT campaign.id FROM campaign')), ['authorization_error'])
})

test('it reads what an account has beside of campaigns', async (context) => {
  const { customer } = await openClient(context)
  const own = customer(direct)
  const named = async (entity: string) =>
    (await own.report({ entity, attributes: [`${entity}.name`] }))[0]?.[entity]?.['name']
  assert.deepEqual([await named('conversion_action'), await named('user_list')], ['Website purchase', 'All visitors'])
  const [advice] = await own.query('SELECT recommendation.dismissed, campaign.name FROM recommendation')
  assert.equal(typeof advice?.['campaign']?.['name'], 'string')
})
