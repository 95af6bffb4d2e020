import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startTestApp } from '../../../../test/support/harness.ts'
import { picture } from '../../../../test/support/media/media-files.ts'
import { serveHttp } from '../../../../test/support/media/file-server.ts'
import { builtIn } from '../../../platforms/index.ts'
import type { PlannedAd } from './planned-ad.ts'
import { probePlacements } from './probe-placements.ts'
import { companyId } from '../../../../test/support/company-id.ts'

const square = await picture({ width: 64, height: 64 }).png().toBuffer()
const server = await serveHttp((request, response) => {
  if (request.url === '/silent.png') return
  if (request.url === '/busy.png') response.writeHead(503).end()
  else response.end(square)
})
after(() => server.close())
const app = await startTestApp({ ALLOW_PRIVATE_URLS: server.host })
const { launchMedia } = app.app.services

function planned(...names: string[]): PlannedAd {
  const media = names.map((name) => ({ url: server.url(`/${name}`) }))
  const ad = { adName: 'Multi', type: 'multi' as const, launchPaused: true, media }
  return {
    index: 2,
    platform: 'primary',
    driver: builtIn.driver('primary')!,
    accountId: 'act_1',
    isSandbox: true,
    clientRef: null,
    ad,
    given: new Set(),
    asked: {},
    decided: [],
    adSets: [],
    issues: [],
    warnings: [],
  }
}

test('media of one aspect ratio are found out before the launch, and no file is kept', async () => {
  const ad = planned('a.png', 'b.png')
  const visit = launchMedia.visit(companyId(1))
  await probePlacements(visit, [ad])
  assert.deepEqual(
    ad.issues.map((issue) => issue.path),
    ['ads.2.media'],
  )
  await visit.end()
  assert.deepEqual(await readdir(join(app.dataDir, 'fetched')), [])
})

test('a server that is silent or busy does not hold a launch up, nor does it refuse it', async () => {
  for (const name of ['silent.png', 'busy.png']) {
    const ad = planned('a.png', name)
    const visit = launchMedia.visit(companyId(1))
    await probePlacements(visit, [ad], 300)
    await visit.end()
    assert.deepEqual(ad.issues, [], name)
  }
})
