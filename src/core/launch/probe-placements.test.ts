import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createUrlFetcher } from '../../media/fetch-url.ts'
import { picture } from '../../media/fixtures.ts'
import { serveHttp } from '../../media/test-server.ts'
import { createMediaCache } from './media-cache.ts'
import type { PlannedAd } from './plan.ts'
import { probePlacements } from './probe-placements.ts'

const square = await picture({ width: 64, height: 64 }).png().toBuffer()
const server = await serveHttp((request, response) => {
  if (request.url === '/silent.png') return
  if (request.url === '/busy.png') response.writeHead(503).end()
  else response.end(square)
})
const dataDir = await mkdtemp(join(tmpdir(), 'flightdeck-probe-'))
const fetcher = createUrlFetcher({ allowPrivateUrls: [server.host] })
const emptyStorage = { find: () => Promise.resolve(null) }
const noMemory = { load: () => Promise.resolve(null), save: () => Promise.resolve() }
const cache = createMediaCache(fetcher, dataDir, emptyStorage, noMemory)
after(async () => {
  await fetcher.close()
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
})

function planned(...names: string[]): PlannedAd {
  const media = names.map((name) => ({ url: server.url(`/${name}`) }))
  const ad = { adName: 'Multi', type: 'multi' as const, launchPaused: true, media }
  return { index: 2, platform: 'primary', accountId: 'act_1', clientRef: null, ad, adSets: [], issues: [] }
}

test('media of one aspect ratio are found out before the launch, and no file is kept', async () => {
  const ad = planned('a.png', 'b.png')
  await probePlacements(cache, [ad])
  assert.deepEqual(
    ad.issues.map((issue) => issue.path),
    ['ads.2.media'],
  )
  assert.deepEqual(await readdir(join(dataDir, 'fetched')), [])
})

test('a server that is silent or busy does not hold a launch up, nor does it refuse it', async () => {
  for (const name of ['silent.png', 'busy.png']) {
    const ad = planned('a.png', name)
    await probePlacements(cache, [ad], 300)
    assert.deepEqual(ad.issues, [], name)
  }
})
