import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, localTime, startOfDay } from '../../core/figures/account-days.ts'
import type { Fields } from '../objects/objects.ts'
import { openCaller } from '../test-caller.ts'

const zone = 'America/New_York'
const fields =
  'change_event.change_resource_type, change_event.resource_change_operation, change_event.client_type, change_event.user_email, change_event.changed_fields, change_event.old_resource, change_event.new_resource, change_event.change_resource_name, change_event.change_date_time, campaign.name'
const history = `SELECT ${fields} FROM change_event WHERE change_event.change_date_time >= '${addDays(localTime(Date.now(), zone).day, -28)}' AND change_event.change_date_time <= '${addDays(localTime(Date.now(), zone).day, 3)}' ORDER BY change_event.change_date_time DESC LIMIT 1000`

test('what people did before is told: who, with what, which fields, from what to what', async (context) => {
  const { rows } = await openCaller(context)
  const events = (await rows(history)).map(({ changeEvent }) => changeEvent!)
  assert.deepEqual(
    events.map((event) => [event['changeResourceType'], event['resourceChangeOperation'], event['clientType']]),
    [
      ['AD_GROUP_AD', 'UPDATE', 'GOOGLE_ADS_AUTOMATED_RULE'],
      ['AD_GROUP', 'UPDATE', 'GOOGLE_ADS_WEB_CLIENT'],
      ['AD_GROUP_CRITERION', 'CREATE', 'GOOGLE_ADS_EDITOR'],
      ['CAMPAIGN_BUDGET', 'UPDATE', 'GOOGLE_ADS_WEB_CLIENT'],
      ['CAMPAIGN', 'REMOVE', 'GOOGLE_ADS_WEB_CLIENT'],
    ],
  )
  const budget = events[3]!
  assert.deepEqual([budget['changedFields'], budget['userEmail']], ['amount_micros', 'mara@default.example'])
  assert.deepEqual(budget['oldResource'], { campaignBudget: { amountMicros: '55000000' } })
  assert.deepEqual(budget['newResource'], { campaignBudget: { amountMicros: '65000000' } })
})

test('every write is written down, refused and only checked ones are not', async (context) => {
  const { rows, mutate } = await openCaller(context)
  const before = (await rows(history)).length
  const [row] = await rows("SELECT campaign.resource_name FROM campaign WHERE campaign.name = 'Shelves'")
  const name = row!['campaign']!['resourceName']
  const update = (status: string) => [{ update: { resourceName: name, status }, updateMask: 'status' }]
  await mutate('campaigns', update('PAUSED'), { validateOnly: true })
  await mutate('campaigns', [...update('PAUSED'), { remove: 'nothing' }])
  await mutate('campaigns', update('ENABLED'))
  assert.equal((await rows(history)).length, before, 'nothing changed so far')
  await mutate('campaigns', update('PAUSED'))
  const create = { campaign: name, negative: true, keyword: { text: 'free', matchType: 'BROAD' } }
  const made = await mutate('campaignCriteria', [{ create }])
  const [{ resourceName }] = made.body['results'] as [Fields]
  await mutate('campaignCriteria', [{ remove: resourceName }])
  const events = (await rows(history)).slice(0, 3)
  assert.deepEqual(
    events
      .map(({ changeEvent: event }) => [
        event!['changeResourceType'],
        event!['resourceChangeOperation'],
        event!['clientType'],
      ])
      .sort(),
    [
      ['CAMPAIGN', 'UPDATE', 'GOOGLE_ADS_API'],
      ['CAMPAIGN_CRITERION', 'CREATE', 'GOOGLE_ADS_API'],
      ['CAMPAIGN_CRITERION', 'REMOVE', 'GOOGLE_ADS_API'],
    ],
  )
  assert.ok(events.every(({ campaign }) => campaign!['name'] === 'Shelves'))
  const paused = events.find(({ changeEvent }) => changeEvent!['changeResourceType'] === 'CAMPAIGN')!['changeEvent']!
  assert.deepEqual(
    [paused['changedFields'], paused['oldResource'], paused['newResource']],
    ['status', { campaign: { status: 'ENABLED' } }, { campaign: { status: 'PAUSED' } }],
  )
})

test('the last change of each resource is a row of change_status', async (context) => {
  const { rows, mutate } = await openCaller(context)
  const [list] = await rows('SELECT shared_set.resource_name FROM shared_set')
  const rename = {
    update: { resourceName: list!['sharedSet']!['resourceName'], name: 'Never ever' },
    updateMask: 'name',
  }
  assert.equal((await mutate('sharedSets', [rename])).status, 200)
  const statuses = await rows(
    `SELECT change_status.resource_type, change_status.resource_status, change_status.shared_set FROM change_status
     WHERE change_status.last_change_date_time DURING LAST_30_DAYS AND change_status.resource_type != 'SHARED_SET' LIMIT 100`,
  )
  assert.equal(statuses.length, 5)
  const today = localTime(Date.now(), zone).day
  const [renamed] = await rows(
    `SELECT change_status.resource_type, change_status.resource_status, change_status.shared_set FROM change_status
     WHERE change_status.last_change_date_time BETWEEN '${today}' AND '${addDays(today, 2)}' LIMIT 100`,
  )
  assert.deepEqual(
    [renamed!['changeStatus']!['resourceStatus'], renamed!['changeStatus']!['sharedSet']],
    ['CHANGED', list!['sharedSet']!['resourceName']],
  )
})

test('a change shows up late when it is told to', async (context) => {
  const { rows, mutate, change, control } = await openCaller(context)
  await change({ changeDelaySeconds: 180 })
  const before = (await rows(history)).length
  const [row] = await rows("SELECT campaign.resource_name FROM campaign WHERE campaign.name = 'Brand'")
  await mutate('campaigns', [
    { update: { resourceName: row!['campaign']!['resourceName'], status: 'PAUSED' }, updateMask: 'status' },
  ])
  assert.equal((await rows(history)).length, before)
  await control('POST', '/clock', { offsetSeconds: 181 })
  assert.equal((await rows(history)).length, before + 1)
})

test('a negative keyword marks the searches that it keeps away, and ends what they cost', async (context) => {
  const { rows, mutate, control } = await openCaller(context)
  const today = localTime(Date.now(), zone).day
  const tomorrow = addDays(today, 1)
  const read = (where: string) =>
    rows(
      `SELECT search_term_view.search_term, search_term_view.status, campaign.resource_name, ad_group.resource_name, metrics.cost_micros, metrics.conversions FROM search_term_view WHERE ${where} ORDER BY metrics.cost_micros DESC`,
    )
  const past = `segments.date BETWEEN '${addDays(today, -10)}' AND '${addDays(today, -1)}'`
  const waste = (
    await read(`${past} AND metrics.conversions = 0 AND search_term_view.status = 'NONE' AND campaign.name = 'Outdoor'`)
  )[0]!
  const term = String(waste['searchTermView']!['searchTerm'])
  assert.ok(Number(waste['metrics']!['costMicros']) > 0)
  const created = await mutate('campaignCriteria', [
    {
      create: {
        campaign: waste['campaign']!['resourceName'],
        negative: true,
        keyword: { text: term, matchType: 'EXACT' },
      },
    },
  ])
  const [{ resourceName }] = created.body['results'] as [Fields]
  const quoted = `search_term_view.search_term = '${term}' AND campaign.name = 'Outdoor'`
  const [excluded] = await read(`${past} AND ${quoted}`)
  assert.equal(excluded!['searchTermView']!['status'], 'EXCLUDED')
  assert.equal(excluded!['metrics']!['costMicros'], waste['metrics']!['costMicros'], 'the past stays as it was')
  await control('POST', '/clock', {
    offsetSeconds: Math.ceil((startOfDay(addDays(today, 3), zone) - Date.now()) / 1000),
  })
  const later = `segments.date BETWEEN '${tomorrow}' AND '${addDays(today, 2)}'`
  assert.deepEqual(await read(`${later} AND ${quoted}`), [])
  await mutate('campaignCriteria', [{ remove: resourceName }])
  assert.equal((await read(`${past} AND ${quoted}`))[0]!['searchTermView']!['status'], 'NONE')
  await mutate('adGroupCriteria', [
    { create: { adGroup: waste['adGroup']!['resourceName'], keyword: { text: term, matchType: 'EXACT' } } },
  ])
  assert.equal((await read(`${past} AND ${quoted}`))[0]!['searchTermView']!['status'], 'ADDED')
})
