import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { RestliClient } from 'linkedin-api-client'
import { startSandbox } from '../../../sandbox/server.ts'
import {
  account,
  campaign,
  campaigns,
  campaignUrn,
  darkPost,
  firstCreative,
  group,
  groups,
  organization,
  pagePost,
  usd,
} from '../../../sandbox/linkedin/test-caller.ts'
import { controlOf } from '../../support/simulated/sandbox.ts'
import { recordingProxy } from '../../support/platforms/recording-proxy.ts'
import { checkCalls, unused } from '../check.ts'
import type { Interface } from '../interface.ts'
import known from './operations.json' with { type: 'json' }
import { plainCalls } from './restli-calls.ts'

/** The simulator is asked by the platform's own client, so that neither our driver nor our reading of the protocol decides what is right. */
const sandbox = await startSandbox({ port: 0 })
after(() => sandbox.close())
const proxy = await recordingProxy(sandbox.url)
after(() => proxy.close())
const control = controlOf(sandbox.url)
const client = new RestliClient()
client.axiosInstance.interceptors.request.use((config) => ({
  ...config,
  url: config.url!.replace('https://api.linkedin.com', `${proxy.url}/linkedin`),
}))

const call = { accessToken: 'sandbox-linkedin-token', versionString: '202607' }
const inAccount = (resource: string, key?: string) => ({
  ...call,
  resourcePath: `/adAccounts/{account}/${resource}${key === undefined ? '' : '/{key}'}`,
  pathKeys: { account: usd, ...(key === undefined ? {} : { key }) },
})
const find = (resourcePath: string, finderName: string, queryParams: object = {}) =>
  client.finder({ ...call, resourcePath, finderName, queryParams })
const findIn = (resource: string, finderName: string, queryParams: object = {}) =>
  client.finder({ ...inAccount(resource), finderName, queryParams })

test('accounts, people and organizations are asked for', async () => {
  await find('/adAccounts', 'search', { search: { status: { values: ['ACTIVE'] }, test: false }, pageSize: 1 })
  await client.get({ ...call, resourcePath: '/adAccounts/{id}', pathKeys: { id: usd } })
  await client.batchGet({ ...call, resourcePath: '/adAccounts', ids: [usd, '1'] })
  await find('/adAccountUsers', 'authenticatedUser', { start: 0, count: 100 })
  await find('/adAccountUsers', 'accounts', { accounts: account })
  await find('/organizationAcls', 'roleAssignee', { role: 'ADMINISTRATOR', state: 'APPROVED' })
  await client.get({ ...call, resourcePath: '/organizations/{id}', pathKeys: { id: 8066148311 } })
  await client.batchGet({ ...call, resourcePath: '/organizations', ids: [8066148311, 8066148312] })
})

test('groups and campaigns are found, made, changed and deleted', async () => {
  const kinds: [string, string, object, object][] = [
    ['adCampaignGroups', groups.open, group({ status: 'DRAFT' }), { status: { values: ['ACTIVE', 'DRAFT'] } }],
    ['adCampaigns', campaigns.image, campaign({ status: 'DRAFT' }), { type: { values: ['SPONSORED_UPDATES'] } }],
  ]
  for (const [resource, seeded, entity, search] of kinds) {
    await findIn(resource, 'search', { search, sortOrder: 'DESCENDING', pageSize: 2 })
    await client.get(inAccount(resource, seeded))
    await client.batchGet({ ...inAccount(resource), ids: [seeded, '1'] })
    const made = await client.create({ ...inAccount(resource), entity })
    const key = made.createdEntityId as string
    await client.partialUpdate({ ...inAccount(resource, key), patchSetObject: { name: 'Another' } })
    await client.delete(inAccount(resource, key))
    await assert.rejects(
      client.create({ ...inAccount(resource), entity: { ...entity, account: 'urn:li:sponsoredAccount:1' } }),
    )
  }
})

test('creatives and posts are found and made in every way', async () => {
  const more = { campaigns: [campaignUrn(campaigns.image)], intendedStatuses: ['ACTIVE', 'DRAFT'] }
  await findIn('creatives', 'criteria', { ...more, pageSize: 2 })
  await client.get(inAccount('creatives', firstCreative))
  await client.batchGet({ ...inAccount('creatives'), ids: [firstCreative] })
  const entity = { campaign: campaignUrn(campaigns.image), content: { reference: pagePost }, intendedStatus: 'DRAFT' }
  const made = await client.create({ ...inAccount('creatives'), entity })
  const key = made.createdEntityId as string
  await client.partialUpdate({ ...inAccount('creatives', key), patchSetObject: { name: 'Another' } })
  await client.delete(inAccount('creatives', key))
  await client.batchCreate({ ...inAccount('creatives'), entities: [entity, { ...entity, intendedStatus: 'PAUSED' }] })
  const post = await client.create({ ...call, resourcePath: '/posts', entity: darkPost() })
  await client.get({ ...call, resourcePath: '/posts/{id}', pathKeys: { id: post.createdEntityId } })
  await assert.rejects(client.create({ ...call, resourcePath: '/posts', entity: darkPost() }), 'the same again')
  await find('/posts', 'author', { author: organization, count: 50, sortBy: 'LAST_MODIFIED' })
  await find('/posts', 'dscAdAccount', { dscAdAccount: account, dscAdTypes: ['STANDARD', 'VIDEO', 'CAROUSEL'] })
  const { distribution: _, ...inline } = darkPost({ commentary: 'Inline' })
  const creative = { campaign: entity.campaign, intendedStatus: 'ACTIVE', inlineContent: { post: inline } }
  await client.action({ ...inAccount('creatives'), actionName: 'createInline', data: { creative } })
})

test('files are uploaded', async () => {
  const begin = async (kind: string, more: object = {}) => {
    const data = { initializeUploadRequest: { owner: organization, ...more } }
    const answer = await client.action({ ...call, resourcePath: `/${kind}s`, actionName: 'initializeUpload', data })
    return answer.data.value as Record<string, string>
  }
  const read = (kind: string, id: string) => client.get({ ...call, resourcePath: `/${kind}s/{id}`, pathKeys: { id } })
  for (const kind of ['image', 'document']) await read(kind, (await begin(kind))[kind]!)
  const film = Buffer.from(await (await fetch(`${sandbox.url}/_assets/square.mp4`)).arrayBuffer())
  const flags = { uploadCaptions: false, uploadThumbnail: false }
  const { video, uploadToken, uploadInstructions } = await begin('video', { fileSizeBytes: film.length, ...flags })
  const [part] = uploadInstructions as unknown as [{ uploadUrl: string }]
  const sent = await fetch(part.uploadUrl, { method: 'PUT', body: film })
  const uploadedPartIds = [sent.headers.get('etag')?.replaceAll('"', '')]
  const data = { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } }
  await client.action({ ...call, resourcePath: '/videos', actionName: 'finalizeUpload', data })
  await read('video', video!)
})

test('figures are asked for, also with more than an address holds', async () => {
  const dateRange = { start: { year: 2026, month: 1, day: 1 }, end: { year: 2027, month: 12, day: 31 } }
  const fields = 'dateRange,pivotValues,impressions,clicks,costInLocalCurrency,conversionValueInLocalCurrency'
  const common = { dateRange, fields, accounts: [account] }
  await find('/adAnalytics', 'analytics', { ...common, pivot: 'CREATIVE', timeGranularity: 'MONTHLY' })
  await find('/adAnalytics', 'analytics', { ...common, pivot: 'MEMBER_COUNTRY_V2', timeGranularity: { value: 'ALL' } })
  const many = Array.from({ length: 200 }, (_, index) => campaignUrn(String(Number(campaigns.image) + index)))
  const pivots = ['CAMPAIGN_GROUP', 'CAMPAIGN', 'CREATIVE']
  await find('/adAnalytics', 'statistics', { ...common, pivots, timeGranularity: 'ALL', campaigns: many })
  await control('POST', '/faults', { platform: 'linkedin', fault: 'throttle', seconds: 0 })
  await assert.rejects(find('/adAccountUsers', 'authenticatedUser'))
})

test('everything that was said is in the description, and everything described was said', async () => {
  const findings = await checkCalls(known as unknown as Interface, plainCalls(proxy.calls))
  assert.deepEqual(findings.problems, [])
  assert.deepEqual(unused(known as unknown as Interface, findings), [])
})
