import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/**
 * Who opens a way into a platform. Nothing is asked through a connection that its platform refuses: whoever opens one asks first whether it
 * works (core/connections/working.ts), or says here why that is not needed.
 */
const opensFirst = /\bconnections\.open(?:For|All)\(/
const gate = /\b(?:requireWorking|isWorking|workingFirst)\(/

const asksNoPlatform = 'only what the platform can do is read from it'
const ungated: Record<string, string> = {
  'core/connections/connections.ts': 'makes the ways',
  'core/connections/working.ts': 'is the gate',
  'core/connections/list.ts': 'the sandbox, which is never refused',
  'core/connections/paste.ts': 'a person has the connection itself looked at',
  'core/connections/state/daily.ts': 'looks at the connection itself',
  'core/automations/evaluate/preview.ts': asksNoPlatform,
  'core/automations/rule/valid/rule-context.ts': asksNoPlatform,
  'core/automations/rule/make.ts': asksNoPlatform,
  'core/reports/query/fields.ts': asksNoPlatform,
}

const root = join(import.meta.dirname, '..', '..', 'src')
const texts = new Map(
  globSync('**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('cli/'))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

test('whoever opens a way into a platform asks first whether the platform refuses it', () => {
  const openers = [...texts].filter(([, text]) => opensFirst.test(text))
  assert.ok(openers.length > 10)
  const past = openers.filter(([file, text]) => !gate.test(text) && ungated[file] === undefined)
  assert.deepEqual(
    past.map(([file]) => file),
    [],
    'these call what a refused connection leads to: use openAccount, openWorking or requireWorking',
  )
})

test('who needs no gate is still there, and has none', () => {
  for (const file of Object.keys(ungated)) {
    const text = texts.get(file)
    assert.ok(text && opensFirst.test(text), `${file} opens nothing any more`)
    if (ungated[file] === asksNoPlatform) assert.ok(!gate.test(text), `${file} has a gate: take it out of the list`)
  }
})

test('who says that it asks no platform calls nothing of a session', () => {
  const calls = Object.entries(ungated).flatMap(([file, why]) =>
    why === asksNoPlatform
      ? [...texts.get(file)!.matchAll(/\bsession\??\.[\w.?]*\(/g)].map(([call]) => `${file}: ${call}`)
      : [],
  )
  assert.deepEqual(calls, [])
})
