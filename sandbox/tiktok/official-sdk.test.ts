import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  AccountManagementApi,
  AdApi,
  ApiClient,
  AuthenticationApi,
  FileApi,
  ReportingApi,
} from 'tiktok-business-api-sdk-official'
import type { SdkAnswer } from 'tiktok-business-api-sdk-official'
import { startTestSandbox } from '../../test/support/simulated/sandbox.ts'
import { app, fixture, tiktokClient, token } from '../../test/support/simulated/tiktok.ts'

/** The SDK answers through callbacks. */
function asked(ask: (callback: (error: Error | null, data: SdkAnswer) => void) => void): Promise<SdkAnswer> {
  return new Promise((resolve, reject) => ask((error, data) => (error ? reject(error) : resolve(data))))
}

function spendByCampaign(advertiser: string): Promise<SdkAnswer> {
  const question = {
    advertiser_id: advertiser,
    data_level: 'AUCTION_CAMPAIGN',
    dimensions: ['campaign_id'],
    metrics: ['spend'],
    start_date: new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10),
    end_date: new Date().toISOString().slice(0, 10),
  }
  return asked((done) => new ReportingApi().reportIntegratedGet('BASIC', token, question, done))
}

test('the official SDK finds accounts, makes an ad from an uploaded picture, switches it off and reads figures', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/tiktok', { limits: 'off' })
  ApiClient.instance.basePath = `${url}/tiktok`
  const { advertiser, group, identity } = await fixture(tiktokClient(url))
  const accounts = await asked((done) =>
    new AuthenticationApi().oauth2AdvertiserGet(app.app_id, app.secret, token, done),
  )
  const ids = accounts.data.list!.map((account) => String(account['advertiser_id']))
  assert.equal(ids[0], advertiser)
  const infos = await asked((done) => new AccountManagementApi().advertiserInfo(ids, token, {}, done))
  assert.deepEqual(
    infos.data.list!.map((account) => account['currency']),
    ['USD', 'JPY'],
  )
  const upload = {
    advertiser_id: advertiser,
    file_name: 'sdk.png',
    upload_type: 'UPLOAD_BY_URL',
    image_url: `${url}/_assets/square.png`,
  }
  const image = await asked((done) => new FileApi().adImageUpload(token, upload, done))
  const imageId = String(image.data['image_id'])
  const creative = {
    ad_name: 'By SDK',
    ad_format: 'SINGLE_IMAGE',
    identity_type: 'CUSTOMIZED_USER',
    identity_id: identity('CUSTOMIZED_USER'),
    image_ids: [imageId],
    ad_text: 'By SDK',
    call_to_action: 'LEARN_MORE',
    landing_page_url: 'https://example.com',
  }
  const body = { advertiser_id: advertiser, adgroup_id: group('Spring traffic Partner apps'), creatives: [creative] }
  const made = await asked((done) => new AdApi().adCreate(token, { body }, done))
  const [adId] = made.data.ad_ids!
  const off = { advertiser_id: advertiser, ad_ids: [adId], operation_status: 'DISABLE' }
  await asked((done) => new AdApi().adStatusUpdate(token, { body: off }, done))
  const found = await asked((done) =>
    new AdApi().adGet(
      advertiser,
      token,
      { filtering: { ad_ids: [adId] }, fields: ['ad_id', 'operation_status'] },
      done,
    ),
  )
  assert.deepEqual(found.data.list, [{ ad_id: adId, operation_status: 'DISABLE' }])
  const report = await spendByCampaign(advertiser)
  assert.equal(report.data.list!.length, 3)
})

test('the official SDK has a report made in the background', async (context) => {
  const { url, control } = await startTestSandbox(context)
  await control('POST', '/tiktok', { reportSeconds: 0 })
  ApiClient.instance.basePath = `${url}/tiktok`
  const { advertiser } = await fixture(tiktokClient(url))
  const body = {
    advertiser_id: advertiser,
    report_type: 'BASIC',
    data_level: 'AUCTION_AD',
    dimensions: ['ad_id', 'stat_time_day'],
    metrics: ['spend'],
    start_date: '2026-01-01',
    end_date: '2026-12-31',
  }
  const made = await asked((done) => new ReportingApi().reportTaskCreate(token, { body }, done))
  const task = String(made.data['task_id'])
  const checked = await asked((done) => new ReportingApi().reportTaskCheck(task, advertiser, token, done))
  assert.equal(checked.data['status'], 'SUCCESS')
})

test('the official SDK recognises a refusal', async (context) => {
  const { url } = await startTestSandbox(context)
  ApiClient.instance.basePath = `${url}/tiktok`
  // The SDK puts the code into the text of its error and nowhere else.
  await assert.rejects(
    asked((done) => new AdApi().adGet('123', token, {}, done)),
    /code: 40001/,
  )
})
