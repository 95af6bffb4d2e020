import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { parquetReadObjects } from 'hyparquet'
import { manifestKey } from '../../src/core/reports/mirror/manifest.ts'
import type { MirroredMonth } from '../../src/core/reports/mirror/manifest.ts'
import { mirrorMonths } from '../../src/core/reports/mirror/mirror.ts'
import { createEntityKeys } from '../../src/core/reports/sync/entities.ts'
import { storeWindow } from '../../src/core/reports/sync/store-window.ts'
import type { ReportAccount } from '../../src/core/reports/sync/types.ts'
import { openFigureBucket } from '../../src/files/store/figure-bucket.ts'
import { s3Credentials, startS3 } from '../support/media/s3.ts'
import { adDay, startSyncTest } from '../support/reports/sync.ts'

const sync = await startSyncTest()
const s3 = await startS3()
after(() => s3.close())
const settings = { bucket: 'media', endpoint: s3.endpoint, ...s3Credentials }
const bucket = openFigureBucket(settings)
after(() => bucket.close())
const now = new Date('2026-05-10T12:00:00Z')
const mirror = (signal?: AbortSignal) => mirrorMonths(sync.fixture, bucket, { now, ...(signal ? { signal } : {}) })

async function filesThere(): Promise<MirroredMonth[]> {
  return (JSON.parse((await bucket.read(manifestKey)) ?? '{"files":[]}') as { files: MirroredMonth[] }).files
}

async function rowsIn({ path }: MirroredMonth): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`${s3.endpoint}/media/${path.replaceAll('%', '%25')}`)
  return parquetReadObjects({ file: await answer.arrayBuffer() })
}

/** From the first of March: whole months, but for the last. */
async function read(account: ReportAccount, range: { from: string; to: string }, more = {}): Promise<void> {
  const client = await sync.fixture.pool.connect()
  const keys = createEntityKeys(account)
  const rows = [range.from, range.to].map((day) => adDay(day, more))
  await keys.learn(client, rows)
  await storeWindow(client, account, keys, { range, rows, readAt: now, attribution: '7 days after a click' })
  client.release()
}

const march = { from: '2026-03-01', to: '2026-03-31' }
const accountOn = async (platform: string, accountId: string) => {
  const made = await sync.account(null, { accountId, currency: 'EUR' })
  await sync.fixture.db.updateTable('ad_accounts').set({ platform }).where('id', '=', made.key).execute()
  return made
}
const account = await accountOn('primary', 'act/1 %')
await read(account, march)
await read(account, { from: '2026-04-01', to: '2026-04-30' })
await read(account, { from: '2026-05-01', to: '2026-05-09' })
await read(account, { from: '2026-02-02', to: '2026-02-28' })
// Its figures are for people alone.
await read(await accountOn('applovin', 'a1'), march)

test('closed months that were read whole lie in the bucket as Parquet, and the manifest names them', async () => {
  assert.deepEqual(await mirror(), { written: 2, removed: 0 })
  const files = await filesThere()
  assert.deepEqual(
    files.map(({ month, accountId, currency, rows, spend, attribution }) => [
      month,
      accountId,
      currency,
      rows,
      spend,
      attribution,
    ]),
    ['2026-03', '2026-04'].map((month) => [month, 'act/1 %', 'EUR', 2, 3, '7 days after a click']),
  )
  assert.match(files[0]!.path, /\/account_id=act%2F1%20%25\/month=2026-03\/ad_days\.parquet$/)
  const rows = await rowsIn(files[0]!)
  assert.deepEqual(
    rows.map(({ date, adId, currency, spend, conversionValue, clicks }) => [
      date,
      adId,
      currency,
      spend,
      conversionValue,
      clicks,
    ]),
    [march.from, march.to].map((day) => [new Date(day), '11', 'EUR', 1.5, 9.99, 10n]),
  )
  assert.ok(rows.every((row) => !('ctr' in row) && !('reach' in row)))
})

test('what has not changed is not written again, and what has is', async () => {
  assert.deepEqual(await mirror(), { written: 0, removed: 0 })
  await read(account, march)
  assert.deepEqual(await mirror(), { written: 0, removed: 0 })
  await read(account, march, { spendMicros: 2_000_000 })
  assert.deepEqual(await mirror(), { written: 1, removed: 0 })
  const changed = (await filesThere()).find(({ month }) => month === '2026-03')!
  assert.equal(changed.spend, 4)
  assert.deepEqual(
    (await rowsIn(changed)).map(({ spend }) => spend),
    [2, 2],
  )
})

test('a bucket that was emptied is filled anew, and one that nobody can reach fails', async () => {
  await bucket.write(manifestKey, 'no manifest', 'application/json')
  assert.deepEqual(await mirror(), { written: 2, removed: 0 })
  const away = openFigureBucket({ ...settings, bucket: 'none-of-that-name' })
  await assert.rejects(mirrorMonths(sync.fixture, away, { now }), /bucket/i)
  away.close()
})

test('what is ended goes on where it was, and what is not here any more leaves the bucket', async () => {
  await bucket.remove(manifestKey)
  assert.deepEqual(await mirror(AbortSignal.abort()), { written: 0, removed: 0 })
  await mirror()
  const files = await filesThere()
  await sync.fixture.db.deleteFrom('ad_accounts').where('id', '=', account.key).execute()
  assert.deepEqual(await mirror(), { written: 0, removed: 2 })
  assert.deepEqual(await filesThere(), [])
  for (const { path } of files) assert.equal(await bucket.read(path), null)
})
