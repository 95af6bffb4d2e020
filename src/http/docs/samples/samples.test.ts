import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { operation } from '../../../call/operation.ts'
import { operations } from '../../../api/index.ts'
import { operationsWithCommand } from './command.ts'
import { samplesOf } from './samples.ts'

const url = 'https://ads.example/deck'
const common = { section: 'Open', summary: 'A sample', scope: 'read', effect: 'changes' } as const
const reply = z.object({})

const change = operation({
  ...common,
  name: 'change_thing',
  rest: { method: 'POST', path: '/v1/things/{id}', inQuery: ['by'] },
  input: z.object({ id: z.string(), by: z.string(), name: z.string(), parts: z.array(z.object({ size: z.number() })) }),
  reply,
  example: { id: 'a b/c', by: 'x&y', name: `It's "blue"`, parts: [{ size: 1 }] },
  handle: async () => ({}),
})

const sourceOf = (label: string, of = change) => samplesOf(of, url).find((sample) => sample.label === label)?.source

test('a sample for the shell survives quotes, and takes its key from the environment', () => {
  assert.equal(
    sourceOf('curl'),
    `curl -s -X POST 'https://ads.example/deck/v1/things/a%20b/c?by=x%26y' \\
  -H "Authorization: Bearer $FLIGHTDECK_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
  "name": "It'\\''s \\"blue\\"",
  "parts": [
    {
      "size": 1
    }
  ]
}'`,
  )
})

test('a sample in TypeScript is a call of the typed client', () => {
  assert.equal(
    sourceOf('TypeScript'),
    `import { createFlightdeck } from '@flightdeck/client'

const flightdeck = createFlightdeck({ baseUrl: 'https://ads.example/deck', key: process.env.FLIGHTDECK_KEY })
const reply = await flightdeck.changeThing({ id: 'a b/c', by: 'x&y', name: 'It\\'s "blue"', parts: [{ size: 1 }] })
console.log(reply)`,
  )
})

test('an operation without a key, without an input and with a file as its answer has a short one', () => {
  const home = operations.find(({ name }) => name === 'read_home')!
  assert.equal(sourceOf('curl', home), `curl -s 'https://ads.example/deck/'`)
  assert.match(sourceOf('TypeScript', home)!, /\{ baseUrl: '[^']+' \}\)\n.*readHome\(\)\n.*\(await reply\.text\(\)\)$/)
})

test('a file of a form is read from where it lies, and sent on', () => {
  const upload = operations.find(({ name }) => name === 'upload_file')!
  assert.match(
    sourceOf('curl', upload)!,
    /^curl -s '[^']+\/portrait\.png' \|\ncurl -s 'https:.*-F 'file=@-;filename=portrait\.png'$/s,
  )
})

test('every operation with an example has samples, and commands belong to operations that there are', () => {
  for (const each of operations) assert.equal(samplesOf(each, url).length > 1, each.example !== undefined, each.name)
  const known = operations.map(({ name }) => name)
  assert.deepEqual(
    operationsWithCommand.filter((name) => !known.includes(name)),
    [],
  )
  const whoAmI = operations.find(({ name }) => name === 'who_am_i')!
  assert.equal(sourceOf('Command line', whoAmI), `export FLIGHTDECK_URL='https://ads.example/deck'\nflightdeck whoami`)
})
