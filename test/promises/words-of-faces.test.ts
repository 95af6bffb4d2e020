import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { asCommands, asOption } from '../../client/cli/as-commands.ts'
import { withField } from '../../client/src/generated/references.gen.ts'
import { demo } from '../../src/api/examples.ts'
import { operations } from '../../src/api/index.ts'
import { AppError, errorStatus } from '../../src/errors.ts'
import type { ErrorCode } from '../../src/errors.ts'
import { nextAfter } from '../../src/mcp/next.ts'
import { listedOperations } from '../../src/mcp/tools/listed.ts'
import { wordsFor } from '../../src/mcp/words.ts'
import { failureInPages, fieldInWords, inPages } from '../../web/src/data/client/page-words.ts'
import { FlightdeckError } from '../../client/src/index.ts'
import { startTestApp } from '../support/harness.ts'
import { connect } from '../support/mcp/client.ts'

const app = await startTestApp()
const { call, client } = await connect(app)
const { tools } = await client.listTools()

const root = join(import.meta.dirname, '..', '..')
const address = /\b(?:GET|POST|PUT|PATCH|DELETE) \/(?:v1|api|upload)[^\s'"`),;]*/g
const faces = {
  agents: wordsFor(operations, new Set(listedOperations.map(({ operation }) => operation))),
  'the command line': asCommands,
  pages: inPages,
}

/** Every address that a text of the service names: with an id where the text puts one in. */
function addressesIn(pattern: string): Map<string, string> {
  const files = globSync(pattern, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(address)].map(([text]): [string, string] => [
        text.replaceAll(/\$\{[^}]*\}/g, '12').replace(/[.?].*$/, ''),
        file,
      ]),
    ),
  )
}

test('whatever operation a text names, agents, pages and the command line have words of their own for it', () => {
  const all = addressesIn('src/**/*.ts')
  assert.ok(all.size > 40, `${all.size} addresses are named`)
  for (const [text, file] of all)
    for (const [face, words] of Object.entries(faces)) {
      const said = words(`see (${text} says more)`)
      assert.doesNotMatch(
        said,
        /\/(?:v1|api|upload)\b|\b(?:GET|POST|PUT|PATCH|DELETE)\b/,
        `${face}: ${text} in ${file}`,
      )
      assert.match(said, /^see \(.{3,} says more\)$/, face)
    }
})

test('what failures name is known to pages by a place, and to agents by a tool or as a thing for people', () => {
  const names = new Set([...tools.map(({ name }) => name), ...operations.map(({ name }) => name)])
  for (const [text, file] of addressesIn('src/{core,platforms}/**/*.ts')) {
    assert.doesNotMatch(inPages(text), /API reference/, `${text} in ${file}`)
    const said = faces.agents(text).replace(/ of 12$/, '')
    if (said === 'the dashboard') continue
    const [tool = '', operation] = said.split(' ')
    assert.ok(tools.some(({ name }) => name === tool) && (operation === undefined || names.has(operation)), said)
  }
})

test('what to do next names no address, whatever went wrong', () => {
  const reasons = ['', 'needs_plan', 'no_operation', 'not_plannable', 'file', 'changed', 'digest', 'over', 'four-eyes']
  for (const code of Object.keys(errorStatus) as ErrorCode[])
    for (const reason of [...reasons, 'stopped', 'busy', 'state', 'undone'])
      for (const { name } of tools) {
        const details = { reason, tool: 'plan_launch', approvalId: 4, instead: 'identities' }
        assert.doesNotMatch(nextAfter(new AppError(code, 'Failed.', details), name), /\/v1\/|failedAds/, code)
      }
})

test('an agent that lacks who speaks in an ad is told of the tool that lists them', async () => {
  const { body } = await app.call<{ data: { id: string; platform: string }[] }>('GET', '/v1/adaccounts?limit=100')
  const account = (platform: string) => body.data.find((each) => each.platform === platform)!.id
  const ad = { adName: 'A', adSets: ['1'], title: 'T', link: 'https://example.com', media: [] }
  for (const [adAccountId, tool] of [
    [demo.account, /\(list_profiles lists them\)/],
    [account('tiktok'), /\(use_operation list_identities lists them\)/],
    [account('pinterest'), /\(use_operation list_pin_boards lists them\)/],
  ] as const) {
    const { text } = await call('plan_launch', { ads: [{ ...ad, adAccountId }] })
    assert.match(text, tool)
    assert.doesNotMatch(text, address)
  }
})

test('a file, an approval and a batch are named as agents reach them', async () => {
  const { text } = await call('use_operation', { operation: 'export_report', input: { format: 'csv' } })
  assert.doesNotMatch(text, address)
  assert.equal(faces.agents('Follow it with GET /v1/approvals/12.'), 'Follow it with use_operation get_approval of 12.')
  assert.equal(faces.agents('Undo it: POST /v1/batches/3/undo.'), 'Undo it: plan_undo_batch of 3.')
})

test('a field is called what the face calls it', () => {
  const issues = [{ path: 'startDate', message: 'must be a day' }]
  const failure = { message: 'startDate: must be a day (and 1 more problem)', issues }
  assert.equal(withField(failure, asOption), '--from: must be a day (and 1 more problem)')
  assert.equal(asOption('accountIds.0'), '--account')
  assert.equal(asOption('when.limit'), 'when.limit')
  assert.equal(fieldInWords('ads.0.media.1.carouselTitle'), 'Ad 1 media 2 carousel title')
  const refused = new FlightdeckError({
    ...{ code: 'unprocessable_entity', status: 422, requestId: null, retryAfterSeconds: null },
    message: 'ads.0.page: is required (GET /v1/profiles lists them)',
    details: { issues: [{ path: 'ads.0.page', message: 'is required (GET /v1/profiles lists them)' }] },
  })
  const shown = failureInPages(refused) as FlightdeckError
  assert.equal(shown.message, 'Ad 1 page: is required (the list in the column “page” lists them)')
  assert.doesNotMatch(JSON.stringify(shown.issues), address)
})
