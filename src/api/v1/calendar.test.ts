import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../test/support/harness.ts'
import { sealPurpose } from '../../core/secrets/seal.ts'
import { dayMs } from '../../days.ts'

const app = await startTestApp()
const { db, seal } = app.app.services

interface Entry {
  on: string
  kind: string
  mark: string
  what: string
  whatToDo: string
  platform: string
  connectionId: string | null
  endId: number | null
}
interface Listed {
  data: Entry[]
  pagination: { total: number; nextCursor: string | null }
}

const read = async (query = '', key?: string) =>
  (await app.call<Listed>('GET', `/v1/calendar${query}`, key ? { key } : {})).body
const inDays = (days: number) => new Date(Date.now() + days * dayMs)

async function connect(
  label: string,
  ends: {
    expires_at?: Date
    renewable_until?: Date
    origin?: 'consent' | 'paste'
    state?: 'ok' | 'broken'
    platform?: string
  },
): Promise<string> {
  const company = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
  const platform = ends.platform ?? 'linkedin'
  const { id } = await db
    .insertInto('connections')
    .values({
      ...{ company_id: company.id, label, ...ends, platform },
      sealed_credentials: seal.seal('{"accessToken":"never-used-here"}', sealPurpose(company.id, platform)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

async function keepEnd(name: string, end: Date): Promise<void> {
  const company = await db.selectFrom('companies').select('id').executeTakeFirstOrThrow()
  const account = await db.selectFrom('ad_accounts').select(['platform', 'account_id']).executeTakeFirstOrThrow()
  const entity = { entity_type: 'ad' as const, entity_id: name, name, end_at: end, next_at: end, asked_by: 'a test' }
  await db
    .insertInto('kept_ends')
    .values({ company_id: company.id, ...account, ...entity })
    .execute()
}

test('versions and changes that their platforms announced are there from the beginning, each with what to do', async () => {
  const { data } = await read()
  for (const kind of ['version', 'platform_change']) assert.ok(data.some((entry) => entry.kind === kind))
  for (const entry of data) assert.ok(entry.whatToDo.length > 10, entry.what)
})

test('tokens, what they are renewed with, and kept ends stand among them in the order of their time', async () => {
  await app.call('GET', '/v1/adaccounts')
  const ended = await connect('ended', { expires_at: inDays(-1) })
  const soon = await connect('soon', { expires_at: inDays(5) })
  const renewed = await connect('renewed', { expires_at: inDays(30), renewable_until: inDays(200) })
  await connect('never', {})
  await keepEnd('an ad that ends', inDays(6))
  const { data, pagination } = await read('?limit=200')
  assert.equal(data.length, pagination.total)
  assert.deepEqual(
    data.map(({ on }) => on),
    data.map(({ on }) => on).toSorted(),
  )
  const of = (id: string) =>
    data.filter(({ connectionId }) => connectionId === id).map(({ kind, mark }) => `${kind} ${mark}`)
  assert.deepEqual(of(ended), ['connection problem'])
  assert.deepEqual(of(soon), ['connection warning'])
  assert.deepEqual(of(renewed), ['connection ok', 'renewal ok'])
  const end = data.find(({ kind }) => kind === 'end')
  assert.match(end?.what ?? '', /an ad that ends/)
  assert.ok(end?.endId)
})

test('pages and windows hold the same entries as one page of all', async () => {
  const { data: all } = await read('?limit=200')
  const paged: Entry[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await read(`?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
    paged.push(...page.data)
    cursor = page.pagination.nextCursor
  }
  assert.deepEqual(paged, all)
  const day = (days: number) => inDays(days).toISOString().slice(0, 10)
  const { data: window } = await read(`?from=${day(4)}&to=${day(7)}`)
  assert.deepEqual(
    window.map(({ kind }) => kind),
    ['connection', 'end'],
  )
  assert.deepEqual(
    (await read('?kind=end')).data,
    all.filter(({ kind }) => kind === 'end'),
  )
})

test('another company sees none of it', async () => {
  const { key } = await app.stranger()
  const { data } = await read('?limit=200', key)
  assert.deepEqual(
    data.filter(({ kind }) => kind === 'connection' || kind === 'end'),
    [],
  )
})

test('a day that is none is refused', async () => {
  assert.equal((await app.call('GET', '/v1/calendar?from=tomorrow')).status, 400)
})

test('what was consented to is connected again where it was, what was pasted is pasted again', async () => {
  const consented = await connect('consented', { expires_at: inDays(4), origin: 'consent' })
  const pasted = await connect('pasted', { expires_at: inDays(4) })
  const { data } = await read('?limit=200')
  const adviceOf = (id: string) => data.find(({ connectionId }) => connectionId === id)?.whatToDo ?? ''
  assert.match(
    adviceOf(consented),
    new RegExp(`Connect again, or .*connection connect linkedin --again ${consented}\\.`),
  )
  assert.match(adviceOf(pasted), /connection add linkedin\./)
})

test('what each renewal puts off asks for nothing, until renewing has stopped', async () => {
  const wide = { expires_at: inDays(59), renewable_until: inDays(59), origin: 'consent' } as const
  const [meta, pinterest, linkedin] = [
    await connect('put off', { ...wide, platform: 'primary' }),
    await connect('put off', { ...wide, platform: 'pinterest' }),
    await connect('fixed', wide),
  ]
  const near = await connect('near', { renewable_until: inDays(13), origin: 'consent', platform: 'primary' })
  const broken = await connect('broken', { ...wide, state: 'broken', platform: 'primary' })
  const { data } = await read('?limit=200&kind=renewal')
  const adviceOf = (id: string) => data.find(({ connectionId }) => connectionId === id)?.whatToDo ?? ''
  for (const id of [meta, pinterest]) assert.equal(adviceOf(id), 'Nothing: each renewal puts this day off.')
  for (const id of [linkedin, near, broken]) assert.match(adviceOf(id), /^Connect .* again before then: /)
  assert.equal(data.find(({ connectionId }) => connectionId === near)?.mark, 'warning')
})

test('where a newer version answers alike, the setting that speaks it is named', async () => {
  const { data } = await read('?kind=version')
  const adviceFor = (name: string) => data.find(({ platform }) => platform === name)?.whatToDo ?? ''
  assert.match(
    adviceFor('linkedin'),
    /^Update Flightdeck .* LINKEDIN_API_VERSION=202610 speaks one that answers alike\.$/,
  )
  assert.doesNotMatch(adviceFor('google-ads'), /_API_VERSION/)
})
