import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import rules, { aboveIn, automationsOrder, coreOrder, drivers, layers } from '../../../eslint.layers.js'

/** `npm run check` refuses imports against the layers; here one of each is planted. */
const root = join(import.meta.dirname, '..', '..', '..')
const parser = { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } }
const linter = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: [parser, ...rules] as never })

async function refusals(file: string, specifier: string): Promise<number> {
  const [result] = await linter.lintText(`import { x } from '${specifier}'\nx()\n`, { filePath: join(root, file) })
  return result!.errorCount
}

for (const [room, above] of Object.entries(layers)) {
  test(`${room} imports nothing from above it`, async () => {
    const deep = `src/${room}/some/planted.ts`
    const up = '../'.repeat(deep.split('/').length - 2)
    for (const other of above) {
      const place = other.endsWith('.ts') ? other : `${other.replace('/!(docs)', '')}/x.ts`
      assert.equal(await refusals(deep, up + place), 1, `${room} took ${place}`)
    }
    assert.equal(await refusals(deep, `${up}errors.ts`), 0)
    assert.equal(await refusals(deep, `../${up}test/support/harness.ts`), 1)
    assert.equal(await refusals(deep, `../${up}sandbox/server.ts`), 1)
  })
}

for (const [folder, order] of Object.entries({ 'src/core': coreOrder, 'src/core/automations': automationsOrder })) {
  test(`every folder and file of ${folder} has its place in the order, and only one`, () => {
    const files = globSync('**/*.ts', { cwd: join(root, folder) }).filter((file) => !file.endsWith('.test.ts'))
    const rooms = new Set(files.map((file) => file.split('/')[0]!))
    assert.deepEqual(order.flat().toSorted(), [...rooms].toSorted())
  })
}

test('docs/architecture.md has the order of core as it is', () => {
  const document = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const [, table = ''] = /\| from the ground up \|[^\n]*\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(document) ?? []
  const rows = table.trimEnd().split('\n')
  const rooms = rows.map((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, room]) => room))
  assert.deepEqual(rooms, coreOrder)
})

for (const part of automationsOrder.flat()) {
  test(`automations/${part} imports no part of automations that lies above or beside it, nor what lies above all`, async () => {
    const file = `src/core/automations/${part}/some/planted.ts`
    const above = aboveIn(automationsOrder, part)
    for (const other of automationsOrder.flat().filter((each) => each !== part)) {
      const refused = await refusals(file, `../../${other}/x.ts`)
      assert.equal(refused, above.includes(other) ? 1 : 0, `${part} and ${other}`)
    }
    assert.equal(await refusals(file, '../../../leaving/x.ts'), 1)
    assert.equal(await refusals(file, '../../../reports/x.ts'), 0)
  })
}

for (const room of coreOrder.flat()) {
  test(`core/${room} imports nothing of core that lies above or beside it, nor what core is put together by`, async () => {
    const isFile = room.endsWith('.ts')
    const file = isFile ? `src/core/${room}` : `src/core/${room}/some/planted.ts`
    const [core, src] = isFile ? ['./', '../'] : ['../../', '../../../']
    const above = aboveIn(coreOrder, room)
    for (const other of coreOrder.flat().filter((each) => each !== room)) {
      const refused = await refusals(file, `${core}${other.endsWith('.ts') ? other : `${other}/x.ts`}`)
      assert.equal(refused, above.includes(other) ? 1 : 0, `${room} and ${other}`)
    }
    assert.equal(await refusals(file, `${src}services.ts`), 1)
    assert.equal(await refusals(file, `${src}api/index.ts`), 1)
  })
}

test('a driver imports no other driver, and nothing from above', async () => {
  assert.ok(drivers.length >= 4)
  for (const driver of drivers) {
    const other = drivers.find((each) => each !== driver)!
    const file = `src/platforms/${driver}/launch/planted.ts`
    assert.equal(await refusals(file, `../../${other}/client.ts`), 1)
    assert.equal(await refusals(file, '../../../core/connections/accounts.ts'), 1)
    assert.equal(await refusals(file, '../../kit/http/http.ts'), 0)
  }
})

test('operations may use what writes the documents, and nothing else of HTTP', async () => {
  assert.equal(await refusals('src/api/v1/planted.ts', '../../http/docs/words.ts'), 0)
  assert.equal(await refusals('src/api/v1/planted.ts', '../../http/server.ts'), 1)
})

test('a module of the service keeps no state of its own', async () => {
  const countIn = async (text: string) => {
    const [result] = await linter.lintText(text, { filePath: join(root, 'src/core/planted.ts') })
    return result!.errorCount
  }
  for (const kept of [
    'let count = 0',
    'var count = 0',
    'const seen = new Map<string, number>()',
    'const s = new WeakSet()',
  ]) {
    assert.equal(await countIn(`${kept}\nexport {}\n`), 1, kept)
    assert.equal(await countIn(`export ${kept}\n`), 1, kept)
    assert.equal(await countIn(`export function make() {\n  ${kept}\n}\n`), 0, kept)
  }
  assert.equal(await countIn(`export const table = new Set(['a', 'b'])\n`), 0)
})
