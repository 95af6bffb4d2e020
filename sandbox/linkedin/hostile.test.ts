import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  campaign,
  campaigns,
  campaignUrn,
  darkPost,
  elementsOf,
  errorsOf,
  firstCreative,
  group,
  groups,
  openCaller,
  pagePost,
  usd,
} from './test-caller.ts'

const keys = [
  ...Object.keys({ ...campaign(), ...group(), ...darkPost() }),
  ...['patch', '$set', '$delete', 'elements', 'entities', 'creative', 'inlineContent', 'post', 'content', 'reference'],
  ...['media', 'article', 'carousel', 'cards', 'id', 'amount', 'currencyCode', 'include', 'and', 'or', 'start', 'end'],
  ...['initializeUploadRequest', 'owner', 'finalizeUploadRequest', 'video', '__proto__', 'constructor', 'toString'],
]
const words = [
  '',
  'x',
  'ACTIVE',
  'DRAFT',
  pagePost,
  campaignUrn(campaigns.image),
  firstCreative,
  'toString',
  '__proto__',
]

const body = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.constantFrom(...words), fc.integer(), fc.boolean(), fc.constant(null), fc.string()),
  list: fc.array(tie('node'), { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom(...keys), tie('node'), { maxKeys: 5 }),
  node: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('list'), tie('object')),
}))
const wholes = [campaign(), group(), darkPost()].map((whole) =>
  body.object.map((more) => ({ ...whole, ...(more as object) })),
)
const creative = body.object.map((more) => ({
  ...{ campaign: campaignUrn(campaigns.image), content: { reference: pagePost }, intendedStatus: 'DRAFT' },
  ...(more as object),
}))

test('no body makes the simulator fail', async (context) => {
  const { call, change, inAccount } = await openCaller(context)
  await change({ limits: 'off' })
  const inline = `${inAccount('creatives')}?action=createInline`
  const uploads = ['images', 'videos', 'documents'].map((kind) => `/rest/${kind}?action=initializeUpload`)
  const places: [string, string | undefined][] = [
    ...['adCampaigns', 'adCampaignGroups', 'creatives'].flatMap((kind): [string, string | undefined][] => [
      [inAccount(kind), undefined],
      [inAccount(kind), 'BATCH_CREATE'],
    ]),
    [inAccount('adCampaigns', campaigns.image), 'PARTIAL_UPDATE'],
    [inAccount('creatives', firstCreative), 'PARTIAL_UPDATE'],
    ['/rest/posts', undefined],
    [`/rest/posts/${encodeURIComponent(pagePost)}`, 'PARTIAL_UPDATE'],
    ...[inline, ...uploads, '/rest/videos?action=finalizeUpload'].map((path): [string, undefined] => [path, undefined]),
  ]
  const sent = fc.oneof(
    body.object,
    creative,
    ...wholes,
    body.object.map((patch) => ({ patch })),
    fc.array(fc.oneof(creative, ...wholes), { maxLength: 2 }).map((elements) => ({ elements })),
    wholes[2]!.map((post) => ({
      creative: { campaign: campaignUrn(campaigns.image), intendedStatus: 'ACTIVE', inlineContent: { post } },
    })),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), sent, async ([path, method], given) => {
      const { status } = await call('POST', path, given, { 'x-restli-method': method })
      assert.ok(status < 500, `${status} ${path} ${JSON.stringify(given)}`)
    }),
    { numRuns: 500 },
  )
})

test('no query makes the simulator fail', async (context) => {
  const { call, change, inAccount } = await openCaller(context)
  await change({ limits: 'off' })
  const finders = [
    ...['/rest/adAccounts?q=search', `${inAccount('adCampaigns')}?q=search`, `${inAccount('creatives')}?q=criteria`],
    ...[
      '/rest/adAnalytics?q=analytics&pivot=CAMPAIGN',
      '/rest/posts?q=author',
      '/rest/organizationAcls?q=roleAssignee',
    ],
  ]
  const name = fc.constantFrom(
    'search',
    'sortOrder',
    'pageSize',
    'pageToken',
    'campaigns',
    'dateRange',
    'sortBy',
    'fields',
    'author',
    'count',
    'accounts',
  )
  const value = fc
    .array(fc.constantFrom('List(', '(', ')', ',', ':', 'a', 'start', 'year', '1', 'values', '%3A', "''"), {
      maxLength: 12,
    })
    .map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...finders), name, value, async (path, param, given) => {
      const { status } = await call('GET', `${path}&${param}=${given}`, undefined, { 'x-restli-method': 'FINDER' })
      assert.ok(status < 500, `${status} ${path}&${param}=${given}`)
    }),
    { numRuns: 300 },
  )
})

test('what was written is there after a restart, with its figures', async (context) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'linkedin-'))
  context.after(() => rm(dataDir, { recursive: true, force: true }))
  const urn = `urn%3Ali%3AsponsoredAccount%3A${usd}`
  const yesterday = new Date(Date.now() - 86_400_000)
  const [year, month, day] = yesterday.toISOString().slice(0, 10).split('-').map(Number)
  const date = `(year:${year},month:${month},day:${day})`
  const figures = `/rest/adAnalytics?q=analytics&pivot=CREATIVE&timeGranularity=ALL&dateRange=(start:${date},end:${date})&accounts=List(${urn})`
  const first = await openCaller(context, { dataDir })
  const before = elementsOf(await first.find(figures))
  const made = await first.create('adCampaigns', campaign({ name: 'Kept' }))
  assert.equal(made.status, 201)
  await first.sandbox.close()
  const second = await openCaller(context, { dataDir })
  assert.deepEqual(elementsOf(await second.find(figures)), before)
  assert.equal((await second.read('adCampaigns', made.id)).body['name'], 'Kept')
})

test('a measurement can have thousands of campaigns', async (context) => {
  const { change, find, inAccount, create } = await openCaller(context)
  assert.equal((await change({ seedCampaigns: { accountId: usd, count: 2000 } })).status, 200)
  const page = await find(`${inAccount('adCampaigns')}?q=search&pageSize=1000`)
  assert.equal(elementsOf(page).length, 1000)
  assert.ok((page.body['metadata'] as { nextPageToken?: string }).nextPageToken)
  const full = 'FIELD_VALUE_TOO_HIGH account'
  const inDefault = { campaignGroup: `urn:li:sponsoredCampaignGroup:${groups.default}` }
  assert.deepEqual(errorsOf(await create('adCampaigns', campaign({ ...inDefault }))), [full], 'so many may be active')
  assert.equal((await create('adCampaigns', campaign({ ...inDefault, status: 'PAUSED' }))).status, 201)
  assert.equal((await change({ seedCampaigns: { accountId: usd, count: 5000 } })).status, 200)
  assert.deepEqual(errorsOf(await create('adCampaigns', campaign({ ...inDefault, status: 'PAUSED' }))), [full])
  assert.equal((await change({ seedCampaigns: { accountId: '1', count: 3 } })).status, 400)
  assert.equal((await change({ colour: 'red' })).status, 400)
})
