import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'
import { daysAgo } from '../../../../test/support/reports/totals.ts'

/** Shared lists, ids that are somebody else's or nobody's, amounts that no currency has. */
const app = await startTestApp({}, { api: true, worker: false, sandbox: true })
const accountId = '5661483101'
const yen = '5661483102'
const base = '/v1/google-ads'

interface Negative {
  id: string
  level: string
  text: string
  campaignId: string | null
  listId: string | null
  listName: string | null
  campaigns?: { id: string; name: string }[]
}
interface Page {
  data: Negative[]
  pagination: { nextCursor: string | null }
}
interface Described {
  success: boolean
  message?: string
  results: {
    index: number
    id: string
    entityId: string
    success: boolean
    status: string | null
    outcome: string
    error?: { code: string; message: string }
  }[]
  successCount: number
  failCount: number
  dryRun?: boolean
  error: { code: string; details: { issues: { path: string; message: string }[] } }
}

const list = async <T = { id: string }>(path: string, account = accountId) => {
  const asked = `${base}/${path}${path.includes('?') ? '&' : '?'}accountId=${account}&limit=1000`
  const { status, body } = await app.call<{ data: T[] }>('GET', asked)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}
const post = (path: string, body: object) =>
  app.call<Described>('POST', `${base}/${path}`, { body: { accountId, ...body } })
const listed = async (query = '') =>
  (await list<Negative>(`negatives${query}`)).filter(({ level }) => level === 'shared-list')
const writes = async () => {
  const { calls } = await app.control<{ calls: { path: string }[] }>('GET', 'calls?platform=google-ads')
  return calls.filter(({ path }) => path.includes(':mutate')).length
}

const [place] = await list<{ id: string; campaignId: string }>('ad-groups')
const word = { text: 'nothing of the kind', matchType: 'EXACT' }
const added = await post('negatives', {
  negatives: [
    { ...word, campaignId: place!.campaignId },
    { ...word, adGroupId: place!.id },
  ],
})
assert.equal(added.body.successCount, 2)
const own = added.body.results[0]!.id

test('negatives of shared lists are listed with the campaigns that use the list', async () => {
  const all = await listed()
  assert.ok(all.length > 1)
  for (const { id, listId, listName, campaignId, campaigns } of all) {
    assert.match(id, new RegExp(`^${listId}~\\d+$`))
    assert.ok(listName !== null && campaignId === null && campaigns!.length > 1)
  }
  const users = all[0]!.campaigns!
  const campaigns = await list<{ id: string; name: string }>('campaigns')
  const other = campaigns.find(({ id }) => !users.some((user) => user.id === id))!
  assert.deepEqual(await listed(`?campaignId=${users[0]!.id}`), all)
  assert.deepEqual(await listed(`?campaignId=${other.id}`), [])
  const [group] = await list(`ad-groups?campaignId=${users[0]!.id}`)
  assert.deepEqual(await listed(`?adGroupId=${group!.id}`), [])
})

test('pages lead through campaigns, ad groups and lists without a gap', async () => {
  const whole = (await list<Negative>('negatives')).map(({ id }) => id)
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body }: { body: Page } = await app.call<Page>(
      'GET',
      `${base}/negatives?accountId=${accountId}&limit=3${cursor && `&cursor=${cursor}`}`,
    )
    found.push(...body.data.map(({ id }) => id))
    cursor = body.pagination.nextCursor
  }
  assert.deepEqual(found, whole)
  assert.ok(whole.length > 4 && whole[0] === own)
})

test('what stands in a shared list is removed only by who says so, and the refusal names the campaigns', async () => {
  const [first, second] = await listed()
  const before = await writes()
  for (const dryRun of [true, false]) {
    const { status, body } = await post('negatives/remove', { ids: [own, first!.id, second!.id], dryRun })
    assert.equal(status, 422)
    assert.deepEqual(
      body.error.details.issues.map(({ path }) => path),
      ['allowShared', 'allowShared'],
    )
    for (const { name } of first!.campaigns!) assert.ok(body.error.details.issues[0]!.message.includes(name))
  }
  assert.equal(await writes(), before)
  const rehearsed = await post('negatives/remove', { ids: [first!.id], allowShared: true, dryRun: true })
  assert.deepEqual([rehearsed.body.dryRun, rehearsed.body.results[0]!.outcome], [true, 'valid'])
  const { body } = await post('negatives/remove', { ids: [first!.id], allowShared: true })
  assert.deepEqual(
    body.results.map(({ id, outcome }) => [id, outcome]),
    [[first!.id, 'removed']],
  )
  assert.ok(!(await listed()).some(({ id }) => id === first!.id))
})

test('an id that is given twice is told of twice, each in its place', async () => {
  const { id } = (await listed())[0]!
  const ids = ['1~2', id, '1~2', id, '3~4']
  const { body } = await post('negatives/remove', { ids, allowShared: true })
  assert.deepEqual(
    body.results.map((each) => [each.index, each.id, each.outcome]),
    ids.map((each, index) => [index, each, each === id ? 'removed' : 'missing']),
  )
  assert.deepEqual([body.successCount, body.failCount], [2, 3])
})

test('ids of other customers, and of nobody, are told as not found one by one, and nothing is written', async () => {
  const [campaign] = await list('campaigns', yen)
  const [group] = await list('ad-groups', yen)
  const [ad] = await list('ads', yen)
  const [keyword] = await list('keywords', yen)
  const before = await writes()
  const foreign = { campaign, 'ad-group': group, ad, keyword }
  const strange = ['9223372036854775808', '9'.repeat(19), '1) OR (campaign.id > 0', '1~2~3', `1~${'9'.repeat(19)}`, '~']
  for (const [entityType, { id } = { id: '' }] of Object.entries(foreign)) {
    const entityIds = [id, ...strange]
    const { status, body } = await post('update-status', { entityType, entityIds, status: 'PAUSED' })
    assert.equal(status, 200)
    assert.deepEqual([body.success, body.failCount], [false, entityIds.length])
    assert.deepEqual(
      body.results.map(({ entityId, status: state, error }) => [entityId, state, error!.code]),
      entityIds.map((each) => [each, null, 'not_found']),
    )
    const word = entityType.replace('-', ' ')
    for (const { entityId, error } of body.results)
      assert.equal(error!.message, `There is no ${word} ${entityId} in this account.`)
  }
  assert.equal(await writes(), before)
})

test('an amount finer than the currency is refused, however little finer', async () => {
  const { id: adGroupId } = (await list('ad-groups'))[0]!
  for (const bid of [0.019999999, 0.0100000001, 1.005]) {
    const { status, body } = await post('keywords', {
      ...{ adGroupId, keywords: [{ text: 'a fine amount', matchType: 'EXACT', bid }], dryRun: true },
    })
    assert.equal(status, 422, String(bid))
    assert.match(body.error.details.issues[0]!.message, /more decimals than USD has/)
  }
  for (const bid of [0.07, 1.1, 8.29, 999999.99])
    assert.equal(
      (await post('keywords', { adGroupId, keywords: [{ text: 'fine', matchType: 'EXACT', bid }], dryRun: true }))
        .status,
      200,
    )
})

const days = `startDate=${daysAgo(9)}&endDate=${daysAgo(3)}`

test('an empty bound is none, and a bound is a plain number', async () => {
  const terms = (query: string) =>
    app.call<{ data: object[] }>('GET', `${base}/search-terms?accountId=${accountId}&${days}&${query}`)
  const all = (await terms('limit=5')).body.data
  assert.deepEqual((await terms('limit=5&minCost=&maxConversions=')).body.data, all)
  for (const query of ['minCost=0x10', 'maxConversions=1e2', 'minCost=-1', 'minCost=%2010'])
    assert.equal((await terms(query)).status, 400, query)
})
