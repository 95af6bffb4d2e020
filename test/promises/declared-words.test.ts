import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { knownPlatforms, metricTitles } from '../../client/src/index.ts'
import { operations } from '../../src/api/index.ts'
import { readsOnly } from '../../src/call/operation.ts'
import { targetsOf } from '../../src/core/audit/targets.ts'
import { listTemplates } from '../../src/core/automations/templates/templates.ts'
import { buildOpenApi } from '../../src/http/docs/openapi.ts'
import { metricDefinitions } from '../../src/platforms/contract/metrics.ts'
import { catalogues, laters } from '../../web/src/languages/catalogues.ts'
import { retentionKinds } from '../../src/config/retention.ts'
import { plainWord } from '../../web/src/languages/t.ts'
import { columnTexts } from '../../web/src/pages/launch/sheet/columns.ts'
import { shapeOf } from '../support/web/texts.ts'
import { catalogueOf } from '../support/web/catalogue.ts'

const root = join(import.meta.dirname, '..', '..')

interface Schema {
  $ref?: string
  enum?: unknown[]
  const?: unknown
}

/** Fields of replies whose closed words pages show to people, by their own words. */
const shown = new Set([
  ...['state', 'status', 'outcome', 'verdict', 'role', 'scopes', 'mayGiveRoles', 'learningPhase', 'matchType'],
  ...['summaryStatus', 'mark', 'states', 'rawStatus'],
])

const document = buildOpenApi(operations, { version: '1', publicUrl: 'http://127.0.0.1', sandboxUrl: null })
const { schemas } = document.components as { schemas: Record<string, Schema> }

/** Every closed word of those fields, wherever a reply has them. */
function closedWords(node: unknown, field: string, found: Set<string>): Set<string> {
  if (Array.isArray(node)) for (const each of node) closedWords(each, field, found)
  else if (typeof node === 'object' && node !== null) {
    const { $ref, enum: words = [], const: only } = node as Schema
    const named = $ref === undefined ? undefined : schemas[$ref.split('/').pop() ?? '']
    if (shown.has(field))
      for (const word of [...words, only, ...(named?.enum ?? [])])
        if (typeof word === 'string') found.add(plainWord(word))
    for (const [key, value] of Object.entries(node)) {
      if (key !== 'properties') closedWords(value, field, found)
      else for (const [name, schema] of Object.entries(value as object)) closedWords(schema, name, found)
    }
  }
  return found
}

const replies = [
  ...Object.values(document.paths as Record<string, Record<string, { responses?: unknown }>>).flatMap((path) =>
    Object.values(path).map(({ responses }) => responses),
  ),
  schemas,
]

const templates = await listTemplates()
const platforms = Object.values(knownPlatforms)
/** What entries of the audit log are about. */
const nouns = operations
  .filter((operation) => !readsOnly(operation))
  .flatMap(({ rest, input, reply }) =>
    [z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), z.toJSONSchema(reply, { unrepresentable: 'any' })]
      .flatMap(({ properties = {} }) => Object.keys(properties))
      .flatMap((field) => targetsOf(rest.path, { [field]: 'x' }, null))
      .map((target) => plainWord(target.slice(0, target.indexOf(':')).replace('adset', 'ad set'))),
  )

const declared = {
  'what changes are about': nouns,
  'states and roles': [...closedWords(replies, '', new Set())],
  'columns of the sheet': columnTexts(),
  figures: [...Object.values(metricTitles), ...Object.values(metricDefinitions).map(({ about }) => about)],
  'levels and placements': platforms.flatMap(({ levels, placements, networks }) => [
    ...Object.values(levels),
    ...placements.map(({ name }) => name),
    ...networks.flatMap(({ positions = [] }) => positions.map(({ title }) => title)),
  ]),
  'ready-made rules': templates.flatMap(({ name, sentence, parameters }) => [
    ...[name, sentence],
    ...parameters.map(({ about }) => about),
  ]),
  'what is kept': Object.keys(retentionKinds),
}

/** What is written down in the audit log: what changes something, and what else writes there by a name of its own. */
const written = operations.filter((operation) => !readsOnly(operation)).map(({ name }) => name)
async function commands(): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob('src/**/*.ts', { cwd: root, exclude: (name) => name.endsWith('.test.ts') })) {
    const text = await readFile(join(root, file), 'utf8')
    if (!/recordAudit|audited|notifyCompanies|CommandEntry/.test(text)) continue
    found.push(...[...text.matchAll(/\baction: '([a-z_ -]+)'/g)].map(([, action = '']) => action))
  }
  return found
}

/** Every field that a call takes, however deep. */
function fieldsIn(node: unknown, found: Set<string>): Set<string> {
  if (Array.isArray(node)) for (const each of node) fieldsIn(each, found)
  else if (typeof node === 'object' && node !== null)
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name)
      if (!/^(?:enum|const|example|examples|default)$/.test(key)) fieldsIn(value, found)
    }
  return found
}
const taken = operations.map(({ input }) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))

test('what the service declares for people is found', () => {
  const [, words, columns, figures, levels, rules] = Object.values(declared).map(({ length }) => length)
  assert.ok(words! > 60 && columns! > 90 && figures! > 30 && levels! > 20 && rules! > 50)
  for (const word of ['gone already', 'would be refused', 'not begun', 'learning'])
    assert.ok(declared['states and roles'].includes(word), word)
})

for (const language of Object.keys(catalogues)) {
  test(`what is done, and every field of it, has words in ${language}`, async () => {
    const { actions, fields } = (await laters[language]!()).default.names
    const [done, sent] = [[...written, ...(await commands())], [...fieldsIn(taken, new Set())]]
    assert.ok(done.length > 140 && sent.length > 300)
    assert.deepEqual(
      done.filter((name) => !Object.hasOwn(actions, name)),
      [],
    )
    assert.deepEqual(
      sent.filter((name) => !Object.hasOwn(fields, name)),
      [],
    )
  })
  for (const [what, texts] of Object.entries(declared))
    test(`${what} have words in ${language}`, async () => {
      const { words } = await catalogueOf(language)
      assert.deepEqual(
        [...new Set(texts)].filter((text) => !Object.hasOwn(words, text)),
        [],
      )
      for (const text of texts) assert.equal(keptIn(words[text] ?? ''), keptIn(text), text)
    })
}

/** Places that are filled, and addresses, which pages say in words of their own. */
function keptIn(text: string): string {
  const addresses = [...text.matchAll(/GET \/[\w/]+/g)].map(([address]) => address)
  return [shapeOf(text), ...addresses].join(' ')
}
