import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'

const app = await startTestApp()

interface List {
  data: { id: string; value: string; label: string }[]
  count: number
}

const get = (path: string, key = app.key) => app.call<List>('GET', path, { key })
const [account] = (await get('/v1/adaccounts?platform=pin')).body.data

test('boards are listed with what a launch needs to name them', async () => {
  const { status, body } = await get(`/v1/pinterest/boards?accountId=${account!.id}`)
  assert.equal(status, 200)
  assert.deepEqual(
    body.data.map(({ label }) => label),
    ['Harbor & Pine ideas', 'Kitchen stories', 'Autumn living'],
  )
  assert.ok(body.data.every(({ value }) => /^\d+$/.test(value)))
  assert.equal(body.count, 3)
})

test('a platform without boards says so', async () => {
  const [other] = (await get('/v1/adaccounts?platform=primary')).body.data
  assert.equal((await get(`/v1/pinterest/boards?accountId=${other!.id}`)).status, 501)
})

test('boards of nobody and of another company are not found, and an account must be named', async () => {
  const { key } = await app.stranger()
  assert.equal((await get(`/v1/pinterest/boards?accountId=${account!.id}`, key)).status, 404)
  assert.equal((await get('/v1/pinterest/boards?accountId=1')).status, 404)
  assert.equal((await get('/v1/pinterest/boards')).status, 400)
})
