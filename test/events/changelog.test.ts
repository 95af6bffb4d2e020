import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: false })

interface Entry {
  id: number
  title: string
  body: string
  date: string
  auditEntries: number[]
}

test('the changelog is written, read, changed and deleted', async () => {
  const { key } = await app.stranger()
  assert.equal((await app.call('GET', '/v1/changelog/latest', { key })).status, 404)
  const write = (body: object) => app.call<Entry>('POST', '/v1/changelog', { key, body })
  const older = await write({ title: 'Autumn', date: '2026-09-01', tags: ['sale'] })
  const newer = await write({ title: 'Winter', date: '2026-11-01', body: 'Everything **new**.' })
  const list = (query = '') => app.call<{ data: Entry[] }>('GET', `/v1/changelog${query}`, { key })
  assert.deepEqual(
    (await list()).body.data.map(({ title }) => title),
    ['Winter', 'Autumn'],
  )
  assert.deepEqual(
    (await list('?tag=sale')).body.data.map(({ id }) => id),
    [older.body.id],
  )
  assert.equal((await app.call<Entry>('GET', '/v1/changelog/latest', { key })).body.id, newer.body.id)
  const path = `/v1/changelog/${older.body.id}`
  const changed = await app.call<Entry>('PATCH', path, { key, body: { date: '2026-12-01' } })
  assert.deepEqual([changed.body.title, changed.body.date], ['Autumn', '2026-12-01'])
  assert.equal((await app.call('GET', path)).status, 404)
  assert.equal((await app.call('DELETE', path, { key })).status, 200)
  assert.equal((await app.call('GET', path, { key })).status, 404)
  for (const body of [{}, { title: '' }, { title: 'x', date: '2026-02-30' }, { title: 'x', auditEntries: ['1'] }]) {
    assert.equal((await write(body)).status, 400, JSON.stringify(body))
  }
  assert.equal((await write({ title: 'x', auditEntries: [4711] })).status, 422)
})

test('entries are proposed from the audit log, until one tells of it', async () => {
  const { key } = await app.stranger()
  for (const name of ['One', 'Two']) await app.call('POST', '/v1/library/boards', { key, body: { name } })
  await app.call('POST', '/v1/library/boards', { key, body: { name: 'One' } })
  const proposals = async () =>
    (await app.call<{ proposals: Entry[] }>('GET', '/v1/changelog?include=proposals', { key })).body.proposals
  const [proposal, ...others] = await proposals()
  assert.deepEqual(others, [])
  assert.match(proposal!.title, /^Create .*board.* \(\d\)$/)
  assert.equal((await app.call('POST', '/v1/changelog', { key, body: proposal })).status, 201)
  assert.deepEqual(await proposals(), [])
})
