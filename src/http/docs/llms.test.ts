import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleFacts, sampleTable } from '../../../test/support/docs.ts'
import { chaptersOf } from './chapters.ts'
import { buildLlms, buildLlmsFull, buildLlmsSection } from './llms.ts'

const overview = buildLlms(sampleTable, sampleFacts)
const everything = buildLlmsFull(sampleTable, sampleFacts)

test('the overview begins with a title and a summary, as llms.txt files do', () => {
  assert.match(overview, /^# Flightdeck\n\n> Ad operations/)
  assert.equal(overview.match(/^# /gm)?.length, 1)
})

test('the overview lists every operation under its section, and says which need no key', () => {
  for (const operation of sampleTable) {
    const line = `- ${operation.rest.method} ${operation.rest.path.replace('...', '{path}')}: ${operation.summary}`
    assert.ok(overview.includes(line), line)
    assert.ok(overview.includes(`\n## ${operation.section}\n`), operation.section)
  }
  assert.ok(overview.includes('- GET /media/{path}: Read a stored file (no key needed)\n'))
})

test('the overview explains keys, limits, failures and the first launch, with addresses that work', () => {
  for (const heading of ['Authentication', 'The first launch in three calls', 'Errors', 'Rate limits']) {
    assert.ok(overview.includes(`\n## ${heading}\n`), heading)
  }
  assert.ok(overview.includes("curl -X POST 'https://ads.example/deck/v1/launch'"))
  assert.ok(overview.includes(`"adName": "It'\\''s blue"`), 'quotes survive the shell')
})

test('the full text has a chapter for every operation', () => {
  for (const operation of sampleTable) {
    assert.ok(
      everything.includes(
        `\n### ${operation.rest.method} ${operation.rest.path.replace('...', '{path}')}\n\n${operation.summary}\n`,
      ),
    )
  }
})

test('the full text gives the parameters as a table', () => {
  assert.ok(everything.includes('| `id` | path | string | yes | Id or slug. |'))
  assert.ok(everything.includes('| `include` | query | array of "ads" \\| "events" | no |  |'))
  assert.ok(
    everything.includes('| `page` | query | integer, at least 1, default 1 | no | Which page \\| counted from 1. |'),
  )
  assert.ok(everything.includes('| `sort` | query | string | yes |  |'))
})

test('the full text lists the fields of bodies and answers, inner ones below outer ones', () => {
  const fields = [
    '- `ads` (array of object, required, 1 to 50 items)',
    '  - `adName` (string, required): What it is called.',
    '  - `budget` (object)',
    '    - `amount` (number, default 0)',
    '    - `currency` (string, required)',
    '- `size` (string or integer)',
    '- `tags` (array of string)',
    '- `limits` (object)',
    '  - `perDay` (integer, required, 1 to 9)',
  ]
  assert.ok(everything.includes(`Body (JSON):\n\n${fields.join('\n')}\n`))
  assert.ok(
    everything.includes(
      'Answer 202:\n\n- `success` (true, required): The call did what it was asked to.\n- `adBatchId` (integer, required)\n',
    ),
  )
  assert.ok(
    everything.includes('Body (multipart/form-data):\n\n- `name` (string)\n- `file` (string (binary), required)'),
  )
})

test('the full text names scope, tool, other paths, failures and examples', () => {
  assert.ok(
    everything.includes('Needs a key with the scope `launch`. Open to agents as `launch_ads`. Also at `/v1/start`.'),
  )
  assert.ok(everything.includes('Where errors are "the usual", these are meant: 400 bad_request, 401 unauthorized, '))
  assert.ok(everything.includes('Errors: the usual, 409 conflict, '))
  assert.ok(everything.includes('Example body:\n\n```json\n{\n  "ads": [\n'))
})

test('a schema that contains itself is written once, under its name', () => {
  assert.ok(everything.includes('- `root` (GetBatchReplyPart, required)\n\n'))
  const shape = [
    '## Shapes\n\n### `GetBatchReplyPart`\n',
    '- `name` (string, required)',
    '- `folders` (array of GetBatchReplyPart, required)\n',
  ]
  assert.ok(everything.endsWith(shape.join('\n')), everything.slice(-300))
})

test('both texts tell of the tools for agents, and list a page for each section', () => {
  for (const text of [overview, everything]) {
    for (const words of [
      'https://ads.example/deck/mcp',
      'Model Context Protocol',
      'run_plan',
      'key create',
      'use_operation',
    ])
      assert.ok(text.includes(words), words)
    for (const { title, slug } of chaptersOf(sampleTable))
      assert.ok(text.includes(`- [${title}](https://ads.example/deck/llms/${slug}.txt): `), slug)
  }
})

test('the page of a section has its operations and the shapes that they use', () => {
  const [launching] = chaptersOf(sampleTable)
  const page = buildLlmsSection(launching!, sampleFacts)
  assert.match(page, /^# Flightdeck: Launching\n\n> /)
  assert.deepEqual(
    page.match(/^### [A-Z]+ .*$/gm),
    launching!.operations.map(({ rest }) => `### ${rest.method} ${rest.path}`),
  )
  assert.ok(page.includes('### `GetBatchReplyPart`'))
})
