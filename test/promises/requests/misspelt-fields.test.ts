import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { operationsFor } from '../../../src/api/index.ts'
import { unwrap } from '../../../src/call/input/fold.ts'
import { misspelt, unreadFields } from '../../../src/call/input/unread.ts'
import { fieldsAt } from '../../../src/call/operation.ts'
import type { Operation } from '../../../src/call/operation.ts'
import { builtIn } from '../../../src/platforms/index.ts'
import { startTestApp } from '../../support/harness.ts'

/** A typing mistake in a body is told, at whatever depth, and nothing is done. */
const app = await startTestApp()

const operations = operationsFor(builtIn)

/** Bodies of the published interface: clients made for other services send what these know besides. A slip is told all the same. */
const ofTheInterface = [
  'launch_ads',
  'validate_launch',
  'launch_from_draft',
  'create_campaign',
  'create_ad_set',
  'update_ad_set_zips',
  'duplicate_campaign',
  'duplicate_adset',
  'duplicate_ad',
  'get_ad_debug_data',
  'get_ad_creative_specs',
  'update_status',
  'delete_entities',
  'upload_file_from_url',
  'upload_media_from_url',
  'mutate_research',
  'create_research_board',
  'create_older_workspace',
  'invite_person_older',
  'accept_invite',
]

const places = ['countries', 'regions', 'cities', 'zips', 'geo_markets', 'electoral_districts']
/** Where anything may stand, and why. */
const open: Record<string, string[]> = {
  'the platform has its own words there, and says itself what it does not know': [
    ...['create_campaign promotedObject', 'create_ad_set promotedObject', 'create_ad_set placementSoftOptOut'],
    ...['create_ad_set targeting', 'create_ad_set regionalRegulationIdentities', 'update_ad_set targeting'],
    ...['create_ad_set', 'update_ad_set', 'duplicate_adset'].flatMap((name) =>
      places.map((place) => `${name} location.${place}[]`),
    ),
    ...['send_conversion_events events[].userData', 'send_conversion_events events[].customData'],
  ],
  'by the names of a platform, which are checked against its own list': [
    ...['launch_ads ads[].enhancements', 'validate_launch ads[].enhancements', 'update_launch_defaults enhancements'],
    ...['add_connection credentials', 'set_oauth_app credentials'],
  ],
  'a draft keeps what it was given, and tells what is wrong with it in issues': [
    ...['create_draft ads[]', 'create_draft adSets[]', 'update_draft ads[]', 'update_draft adSets[]'],
  ],
  'the browser makes it, by a standard of others': ['sign_in_by_passkey', 'step_up', 'create_passkey'].map(
    (name) => `${name} response`,
  ),
  'the fields of the template that was chosen': ['create_automation values', 'preview_unsaved_automation values'],
  'it goes on to the research tool as it is': ['mutate_research json'],
}

interface Found {
  operation: Operation
  /** ads[].media[] for example; '' is the body. */
  path: string
  fields: string[]
  isLoose: boolean
}

const alternatives = (schema: z.ZodType): z.ZodType[] => {
  const inner = unwrap(schema)
  return inner instanceof z.ZodUnion ? (inner.options as z.ZodType[]).flatMap(alternatives) : [inner]
}
const openKinds = [z.ZodRecord, z.ZodUnknown, z.ZodAny, z.ZodCustom, z.ZodIntersection]

/** Every object of a body, and every place where anything may stand. */
function objectsOf(operation: Operation): { objects: Found[]; open: string[] } {
  const objects: Found[] = []
  const opened: string[] = []
  const seen = new Set<z.ZodType>()
  const body = new Set(fieldsAt(operation, 'body'))
  const walk = (parts: z.ZodType[], path: string) => {
    if (parts.some((part) => openKinds.some((kind) => part instanceof kind))) opened.push(`${operation.name} ${path}`)
    const own = parts.filter((part) => part instanceof z.ZodObject)
    const fields = own.flatMap(({ shape }) => Object.keys(shape)).filter((field) => path !== '' || body.has(field))
    const isLoose = own.some(({ def }) => def.catchall !== undefined)
    if (own.length > 0 && own.some((part) => !seen.has(part))) objects.push({ operation, path, fields, isLoose })
    for (const part of parts.filter((each) => !seen.has(each))) {
      if (part instanceof z.ZodObject || part instanceof z.ZodArray) seen.add(part)
      if (part instanceof z.ZodArray) walk(alternatives(part.element as z.ZodType), `${path}[]`)
      if (!(part instanceof z.ZodObject)) continue
      for (const field of Object.keys(part.shape).filter((name) => path !== '' || body.has(name)))
        walk(alternatives(part.shape[field] as z.ZodType), path === '' ? field : `${path}.${field}`)
    }
  }
  if (body.size > 0) walk([operation.input], '')
  return { objects, open: opened }
}

const ofBodies = operations.filter(({ rest }) => !rest.form && rest.method !== 'GET').map(objectsOf)
const objects = ofBodies.flatMap((each) => each.objects)

/** A body that has one field there and nothing else. */
function bodyWith(path: string, fields: Record<string, unknown>): Record<string, unknown> {
  const keys = path === '' ? [] : path.split('.')
  return keys.reduceRight<Record<string, unknown>>((inner, key) => {
    const depth = key.split('[]').length - 1
    const value = Array.from({ length: depth }).reduce<unknown>((each) => [each], inner)
    return { [key.replaceAll('[]', '')]: value }
  }, fields)
}

const at = (path: string, field: string) => `${path === '' ? '' : `${path.replaceAll('[]', '.0')}.`}${field}`

function describedIn({ operation, path }: Found, field: string) {
  return misspelt(operation, unreadFields(operation.input, bodyWith(path, { [field]: 1 })))
}

test('where anything may stand in a body is listed with the reason', () => {
  const listed = Object.values(open).flat()
  assert.deepEqual(ofBodies.flatMap((each) => each.open).toSorted(), listed.toSorted())
  const lenient = operations.filter(({ takesLeftovers }) => takesLeftovers).map(({ name }) => name)
  assert.deepEqual(lenient.toSorted(), ofTheInterface.toSorted())
})

test('a field that no body has is told at every depth of all of them, where the interface is not published', () => {
  const silent = objects.filter(({ operation, isLoose }) => !operation.takesLeftovers && !isLoose)
  assert.ok(silent.length > 100, String(silent.length))
  const unsaid = silent.filter((found) => describedIn(found, 'zebraQuilt')[0]?.path !== at(found.path, 'zebraQuilt'))
  assert.deepEqual(
    unsaid.map(({ operation, path }) => `${operation.name} ${path}`),
    [],
  )
})

test('a slip in a name is told with the name that was meant, at every depth of all bodies', () => {
  let tried = 0
  for (const found of objects) {
    for (const field of found.fields.filter((name) => name.length >= 6)) {
      const slip = `${field.slice(0, -2)}${field.at(-1)}${field.at(-2)}`
      const isAnother = unreadFields(found.operation.input, bodyWith(found.path, { [slip]: 1 })).length === 0
      if (slip === field || isAnother) continue
      const told = describedIn(found, slip)
      const what = `${found.operation.name} ${found.path} ${slip}`
      assert.equal(told[0]?.path, at(found.path, slip), what)
      assert.match(told[0].message, /; did you mean \w+\?/, what)
      tried += 1
    }
  }
  assert.ok(tried > 400, String(tried))
})

interface Refusal {
  error: { code: string; details: { issues: { path: string; message: string }[] } }
}

const issuesOf = (body: Refusal) => body.error.details.issues.map(({ path, message }) => `${path} ${message}`)

test('what was misspelt is a 422 that names it, and nothing is changed', async () => {
  const before = (await app.call<Record<string, unknown>>('GET', '/v1/creative-settings')).body
  const put = (body: object) => app.call<Refusal>('PUT', '/v1/creative-settings', { body })
  const slip = await put({ namePatern: '{concept}' })
  assert.equal(slip.status, 422)
  assert.deepEqual(issuesOf(slip.body), ['namePatern is no field of this request; did you mean namePattern?'])
  const other = await put({ namePattern: '{concept}_x', zebraQuilt: 1 })
  assert.equal(other.status, 422)
  assert.match(issuesOf(other.body)[0]!, /^zebraQuilt is no field of this request; it takes .*namePattern/)
  assert.equal(other.headers.get('x-ignored-fields'), 'zebraQuilt')
  assert.deepEqual((await app.call('GET', '/v1/creative-settings')).body, before)
  const sentBack = await app.call('PUT', '/v1/creative-settings', { body: before })
  assert.equal(sentBack.status, 200, JSON.stringify(sentBack.body))
})

test('a misspelt field is told together with all that is wrong besides', async () => {
  const { status, body } = await app.call<Refusal>('POST', '/v1/webhooks', { body: { ulr: 'x', enabledd: true } })
  assert.equal(status, 400)
  const paths = body.error.details.issues.map(({ path }) => path)
  for (const path of ['url', 'enabledd', 'ulr']) assert.ok(paths.includes(path), `${path} in ${paths.join()}`)
  const launch = { ads: [{ adName: 'a', adAccountId: 'act_1', launchPausd: true, leftover: 1 }], lanchPaused: true }
  const refused = await app.call<Refusal>('POST', '/v1/launch', { body: launch })
  assert.equal(refused.status, 422)
  const said = issuesOf(refused.body)
  assert.ok(said.includes('ads.0.launchPausd is no field of this request; did you mean launchPaused?'), said.join('\n'))
  assert.ok(said.includes('lanchPaused is no field of this request; did you mean launchPaused?'), said.join('\n'))
  assert.ok(
    said.some((each) => each.startsWith('ads.0.adAccountId ')),
    said.join('\n'),
  )
  assert.ok(!said.some((each) => each.includes('leftover')))
  const draft = await app.call<{ issues: { path: string }[] }>('POST', '/v1/drafts', { body: { name: 'd', ...launch } })
  assert.equal(draft.status, 422, JSON.stringify(draft.body))
  const kept = await app.call<{ issues: { path: string }[] }>('POST', '/v1/drafts', {
    body: { name: 'd', ads: launch.ads },
  })
  assert.ok(JSON.stringify(kept.body).includes('ads.0.launchPausd'), JSON.stringify(kept.body))
})

test('what is wrong is told by the name that was sent, also of one ad without a list', async () => {
  const flat = { ad_name: 'a', business_id: 'act_1', imageUrl: 'ftp://x', adSetId: '1', launchPausd: true }
  const refused = await app.call<Refusal & { message: string }>('POST', '/v1/launch', { body: flat })
  assert.equal(refused.status, 422)
  const told = refused.body.error.details.issues.map(({ path }) => path)
  for (const path of ['business_id', 'launchPausd']) assert.ok(told.includes(path), `${path} in ${told.join()}`)
  assert.ok(!told.some((path) => path.startsWith('ads.')), told.join())
  assert.ok(refused.body.message.startsWith(`${told[0]}: `), refused.body.message)
  const checked = await app.call<{ ads: { issues: { path: string }[] }[] }>('POST', '/v1/launch/validate', {
    body: flat,
  })
  assert.deepEqual(checked.body.ads[0]!.issues.map(({ path }) => path).toSorted(), told.toSorted())
  const campaign = { business_id: 'act_1', daily_budget: 'much', name: 'x', objective: 'OUTCOME_SALES' }
  const wrong = await app.call<Refusal>('POST', '/v1/manage/create-campaign', { body: campaign })
  assert.equal(wrong.body.error.details.issues[0]?.path, 'daily_budget')
  const query = await app.call<Refusal>('GET', '/v1/spend/daily?date_from=x&endDate=2026-01-01')
  assert.equal(query.body.error.details.issues[0]?.path, 'date_from')
})
