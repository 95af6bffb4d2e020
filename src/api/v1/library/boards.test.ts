import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'
import { picture } from '../../../../test/support/media/media-files.ts'
import { send } from '../../../../test/support/media/uploads.ts'

interface Board {
  id: number
  name: string
  description: string | null
  assetCount: number
  added?: number
  removed?: number
}

interface Assets {
  data: { id: number; boardIds: number[] }[]
  count: number
}

const app = await startTestApp({}, { api: true, worker: false, sandbox: false })
const ids: number[] = []
for (const width of [21, 22, 23]) {
  ids.push((await send(app, await picture({ width }).png().toBuffer(), `${width}.png`)).body.id)
}
const stranger = await app.stranger()
const theirs = (await send(app, await picture({ width: 24 }).png().toBuffer(), 'x.png', { key: stranger.key })).body.id

const make = (name: string, more: object = {}) =>
  app.call<Board>('POST', '/v1/library/boards', { body: { name, ...more } })
const spring = (await make('Spring', { description: 'April' })).body
const assetsOn = async (id: number) =>
  (await app.call<Assets>('GET', `/v1/library/boards/${id}/assets`)).body.data.map((asset) => asset.id)

test('a board can be made, renamed and listed', async () => {
  const made = await make('Winter')
  assert.equal(made.status, 201)
  assert.deepEqual([made.body.name, made.body.description, made.body.assetCount], ['Winter', null, 0])
  const changed = await app.call<Board>('PATCH', `/v1/library/boards/${made.body.id}`, {
    body: { name: 'autumn', description: 'October' },
  })
  assert.deepEqual([changed.body.name, changed.body.description], ['autumn', 'October'])
  const list = await app.call<{ data: Board[]; count: number }>('GET', '/v1/library/boards')
  assert.deepEqual(
    list.body.data.map((board) => board.name),
    ['autumn', 'Spring'],
  )
})

test('two boards cannot have the same name', async () => {
  const taken = await app.call<{ error: { code: string; details: object } }>('POST', '/v1/library/boards', {
    body: { name: 'SPRING' },
  })
  assert.equal(taken.status, 409)
  assert.equal(taken.body.error.code, 'conflict')
  const other = (await make('Summer')).body
  const renamed = await app.call('PATCH', `/v1/library/boards/${other.id}`, { body: { name: 'spring' } })
  assert.equal(renamed.status, 409)
  for (const body of [{}, { name: '' }, { name: 7 }, { name: 'x'.repeat(201) }]) {
    assert.equal((await app.call('POST', '/v1/library/boards', { body })).status, 400)
  }
})

test('assets are put on a board and taken off it', async () => {
  const path = `/v1/library/boards/${spring.id}/assets`
  const put = await app.call<Board>('POST', path, { body: { assetIds: [ids[0], ids[1], ids[0]] } })
  assert.deepEqual([put.status, put.body.added, put.body.removed, put.body.assetCount], [200, 2, 0, 2])
  assert.deepEqual(await assetsOn(spring.id), [ids[1], ids[0]])
  const byBoard = await app.call<Assets>('GET', `/v1/media?boardId=${spring.id}`)
  assert.deepEqual(
    byBoard.body.data.map((item) => item.boardIds),
    [[spring.id], [spring.id]],
  )
  const moved = await app.call<Board>('POST', path, { body: { assetIds: [ids[2]], removeAssetIds: [ids[0]] } })
  assert.deepEqual([moved.body.added, moved.body.removed, moved.body.assetCount], [1, 1, 2])
  assert.deepEqual(await assetsOn(spring.id), [ids[2], ids[1]])
  assert.equal((await app.call('POST', path, { body: {} })).status, 400)
})

test('an asset that is unknown or belongs to another company is 404, and nothing is put on the board', async () => {
  const path = `/v1/library/boards/${spring.id}/assets`
  const before = await assetsOn(spring.id)
  for (const id of [theirs, 999_999]) {
    assert.equal((await app.call('POST', path, { body: { assetIds: [ids[0], id] } })).status, 404)
  }
  assert.deepEqual(await assetsOn(spring.id), before)
})

test('to another company the boards do not exist', async () => {
  const { key } = stranger
  const path = `/v1/library/boards/${spring.id}`
  assert.equal((await app.call('PATCH', path, { key, body: { name: 'Mine' } })).status, 404)
  assert.equal((await app.call('DELETE', path, { key })).status, 404)
  assert.equal((await app.call('GET', `${path}/assets`, { key })).status, 404)
  assert.equal((await app.call('POST', `${path}/assets`, { key, body: { assetIds: [theirs] } })).status, 404)
  assert.equal((await app.call('GET', `/v1/media?boardId=${spring.id}`, { key })).status, 404)
  assert.equal((await app.call('GET', `/v1/library/assets?boardId=${spring.id}`, { key })).status, 404)
  assert.equal((await app.call<{ count: number }>('GET', '/v1/library/boards', { key })).body.count, 0)
  assert.equal((await app.call<{ count: number }>('GET', '/v1/library/tags', { key })).body.count, 0)
})

test('tags are counted', async () => {
  for (const [id, tags] of [
    [ids[0], ['sale', 'square']],
    [ids[1], ['sale']],
  ] as const) {
    await app.call('PATCH', `/v1/media/${id}`, { body: { tags } })
  }
  const { body } = await app.call<{ data: object[] }>('GET', '/v1/library/tags')
  assert.deepEqual(body.data, [
    { tag: 'sale', count: 2 },
    { tag: 'square', count: 1 },
  ])
})

test('a board that is deleted leaves its assets in the library, and a deleted asset leaves its boards', async () => {
  const board = (await make('Short-lived')).body
  await app.call('POST', `/v1/library/boards/${board.id}/assets`, { body: { assetIds: ids } })
  await app.call('DELETE', `/v1/media/${ids[2]}`)
  assert.deepEqual(await assetsOn(board.id), [ids[1], ids[0]])
  assert.equal((await app.call('DELETE', `/v1/library/boards/${board.id}`)).status, 200)
  assert.equal((await app.call('DELETE', `/v1/library/boards/${board.id}`)).status, 404)
  assert.equal((await app.call('GET', `/v1/library/assets/${ids[0]}`)).status, 200)
})
