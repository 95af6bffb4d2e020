import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demo } from '../../src/api/examples.ts'
import { commandLine } from '../support/ads/command-line.ts'
import { demoFixture, singleAd } from '../support/demo.ts'
import { startTestApp } from '../support/harness.ts'

const app = await startTestApp()
const cli = await commandLine({ FLIGHTDECK_URL: app.url, FLIGHTDECK_KEY: app.key })

test('an end that Flightdeck keeps is set, shown, named when its ad goes, and taken away', async () => {
  const fixture = await demoFixture(app)
  const { body } = await app.call<{ adBatchId: number }>('POST', '/v1/launch', {
    body: { ads: [singleAd(app, fixture, { adAccountId: demo.account, adSets: [demo.adSet], adName: 'Ending' })] },
  })
  const { ads } = await app.finished(body.adBatchId)
  const adId = String(ads![0]!.adId)
  const [time, shown] = ['2031-01-31T18:00:00.000Z', '2031-01-31 18:00 UTC']
  assert.match((await cli.run(['ends'])).out, /keeps no end/)
  const set = await cli.run(['pause', adId, '--at', time])
  assert.equal(set.code, 0, set.err)
  assert.match(set.out, new RegExp(`${adId} +ACTIVE +${shown}, kept by Flightdeck`))
  assert.match((await cli.run(['ends', '--account', demo.account])).out, new RegExp(`${shown} +ad +${adId} +Ending`))
  const batch = String(body.adBatchId)
  assert.match((await cli.run(['batch', 'receipts', batch])).out, new RegExp(`ENDS\n.*${shown}, kept by Flightdeck`))
  const undo = await cli.run(['batch', 'undo', batch, '--dry-run'])
  assert.match(undo.out, new RegExp(`The end of ad Ending \\(${adId}\\), ${shown}, would no longer be kept`))

  const [end] = (await cli.run(['ends', '--json'])).json<{ id: number }[]>()
  assert.match((await cli.run(['ends', 'remove', String(end!.id)])).out, /has no end any more/)
  assert.match((await cli.run(['ends'])).out, /keeps no end/)
  const gone = await cli.run(['ends', 'remove', String(end!.id)])
  assert.equal(gone.code, 2, gone.err)
  assert.equal((await cli.run(['ends', 'remove', 'soon'])).code, 2)
  assert.equal((await cli.run(['pause', adId, '--at', 'soon'])).code, 2)
})
