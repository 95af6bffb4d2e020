import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'

interface Template {
  id: number
  name: string
  title: string | null
  description: string | null
  cta: string | null
  link: string | null
  variations: object[]
  createdAt: string
}

interface OlderPage {
  data: Template[]
  page: number
  pageSize: number
  total: number
}

interface OlderError {
  error: { code: string; message: string; doc_url: string }
}

const app = await startTestApp({}, { api: true, worker: false, sandbox: false })
const path = '/v1/ad-copy-templates'
const sale = {
  name: 'beta sale',
  title: 'Spring sale',
  description: 'Everything must go.',
  cta: 'SHOP_NOW',
  link: 'https://example.com/sale',
  variations: [{ title: 'Half price' }, { description: 'Only until Sunday.' }],
}
const made = await app.call<Template & { data: Template }>('POST', path, { body: sale })
const { id } = made.body
for (const name of ['Alpha', 'gamma']) await app.call('POST', path, { body: { name } })
const stranger = await app.stranger()

test('a template keeps what it was made with', async () => {
  assert.equal(made.status, 201)
  const { body } = await app.call<Template & { data: Template }>('GET', `${path}/${id}`)
  const { createdAt, ...rest } = body.data
  assert.ok(!Number.isNaN(Date.parse(createdAt)))
  for (const [field, value] of Object.entries({ id, ...sale })) {
    assert.deepEqual(rest[field as keyof typeof rest], value, field)
    assert.deepEqual(body[field as keyof Template], value, field)
  }
})

test('a template can be changed, a text removed, and the rest stays', async () => {
  const body = { title: 'Last days', link: null, variations: [] }
  const changed = await app.call<Template>('PATCH', `${path}/${id}`, { body })
  assert.equal(changed.status, 200)
  const { title, link, variations, cta, name } = changed.body
  assert.deepEqual([title, link, variations, cta, name], ['Last days', null, [], 'SHOP_NOW', 'beta sale'])
})

test('templates are listed newest first and can be searched', async () => {
  const all = await app.call<{ data: Template[]; pagination: { nextCursor: string } }>('GET', `${path}?limit=2`)
  assert.deepEqual(
    all.body.data.map((template) => template.name),
    ['gamma', 'Alpha'],
  )
  const { nextCursor, ...pagination } = all.body.pagination
  assert.deepEqual(pagination, { page: 1, limit: 2, total: 3, hasMore: true })
  const rest = await app.call<{ data: Template[] }>('GET', `${path}?limit=2&cursor=${nextCursor}`)
  assert.deepEqual(
    rest.body.data.map((template) => template.name),
    ['beta sale'],
  )
  const found = await app.call<{ data: Template[] }>('GET', `${path}?search=last`)
  assert.deepEqual(
    found.body.data.map((template) => template.name),
    ['beta sale'],
  )
})

test('a template needs a name, and its texts must be texts', async () => {
  const bad: [object, string][] = [
    [{}, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x', title: 7 }, 'title'],
    [{ name: 'x', title: 'a\0b' }, 'title'],
    [{ name: 'x', variations: 'none' }, 'variations'],
    [{ name: 'x', variations: [{ title: [] }] }, 'variations.0.title'],
  ]
  for (const [body, where] of bad) {
    const reply = await app.call<{ error: { details: { issues: { path: string }[] } } }>('POST', path, { body })
    assert.equal(reply.status, 400, JSON.stringify(body))
    assert.equal(reply.body.error.details.issues[0]!.path, where)
  }
})

test('the older surface lists them in its own form', async () => {
  const { body } = await app.call<OlderPage>('GET', '/api/ad-copy-templates')
  assert.deepEqual(Object.keys(body).sort(), ['data', 'page', 'pageSize', 'total'])
  assert.deepEqual([body.page, body.total, body.data.length], [1, 3, 3])
  const sorted = await app.call<OlderPage>('GET', '/api/ad-copy-templates?sortBy=name&sortOrder=asc&pageSize=2')
  assert.deepEqual(
    sorted.body.data.map((template) => template.name),
    ['Alpha', 'beta sale'],
  )
  assert.equal(sorted.body.pageSize, 2)
  const next = await app.call<OlderPage>('GET', '/api/ad-copy-templates?sortBy=name&sortOrder=asc&pageSize=2&page=2')
  assert.deepEqual(
    next.body.data.map((template) => template.name),
    ['gamma'],
  )
})

test('the older surface refuses in its own envelope', async () => {
  for (const query of ['pageSize=101', 'pageSize=0', 'page=0', 'sortBy=password', 'sortOrder=up']) {
    const reply = await app.call<OlderError>('GET', `/api/ad-copy-templates?${query}`)
    assert.equal(reply.status, 400, query)
    assert.deepEqual(Object.keys(reply.body), ['error'])
    assert.equal(reply.body.error.code, 'bad_request')
    assert.match(reply.body.error.doc_url, /#errors-bad_request$/)
  }
})

test('to another company the templates do not exist', async () => {
  const { key } = stranger
  assert.equal((await app.call('GET', `${path}/${id}`, { key })).status, 404)
  assert.equal((await app.call('PATCH', `${path}/${id}`, { key, body: { name: 'mine' } })).status, 404)
  assert.equal((await app.call('DELETE', `${path}/${id}`, { key })).status, 404)
  assert.equal((await app.call<{ count: number }>('GET', path, { key })).body.count, 0)
  assert.equal((await app.call<OlderPage>('GET', '/api/ad-copy-templates', { key })).body.total, 0)
})

test('a template that was deleted is gone', async () => {
  const { body } = await app.call<Template>('POST', path, { body: { name: 'Short-lived' } })
  assert.equal((await app.call('DELETE', `${path}/${body.id}`)).status, 200)
  assert.equal((await app.call('GET', `${path}/${body.id}`)).status, 404)
  assert.equal((await app.call('DELETE', `${path}/${body.id}`)).status, 404)
})
