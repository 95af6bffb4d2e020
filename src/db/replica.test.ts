import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createHistory, maxSecondsBehind } from './replica.ts'

const at = (seconds: number) => new Date(seconds * 1000)

test('how old a replica is follows from where the log of the primary was when', () => {
  const history = createHistory()
  assert.deepEqual(history.stateAt(0n, at(0)), { problem: 'is behind, by how much is not known yet', isBrief: true })
  history.add(at(0), 100n)
  history.add(at(10), 200n)
  assert.deepEqual(history.stateAt(200n, at(10)), { asOf: at(10) })
  assert.deepEqual(history.stateAt(199n, at(10)), { asOf: at(0) })
  assert.ok('isBrief' in history.stateAt(99n, at(10)), 'nobody knows when the log ended there')
  const behind = { problem: `is more than ${maxSecondsBehind} seconds behind` }
  history.add(at(35), 300n)
  assert.deepEqual(history.stateAt(250n, at(35)), { asOf: at(10) })
  assert.deepEqual(history.stateAt(150n, at(35)), behind)
  assert.deepEqual(history.stateAt(99n, at(35)), behind)
  // Nothing was written since: whoever has it all has it all of now.
  history.add(at(200), 300n)
  assert.deepEqual(history.stateAt(300n, at(200)), { asOf: at(200) })
  // Another server took its place, whose log is shorter.
  history.add(at(201), 250n)
  assert.deepEqual(history.stateAt(250n, at(201)), { asOf: at(201) })
})

/** Guards, approvals, rules and plans decide about money by what is so now. */
test('nobody reads from a replica but reports', () => {
  const root = join(import.meta.dirname, '..')
  const naming = (pattern: RegExp) =>
    globSync('**/*.ts', { cwd: root })
      .filter((file) => !file.endsWith('.test.ts') && pattern.test(readFileSync(join(root, file), 'utf8')))
      .sort()
  assert.deepEqual(naming(/\/replica\.ts'/), [
    ...['cli/doctor/standbys.ts', 'core/reports/query/read-figures.ts', 'open/data.ts', 'services.ts'],
  ])
  const reports = ['export/export.ts', 'query.ts', 'spend/daily.ts', 'top-ads.ts']
  assert.deepEqual(naming(/\/read-figures\.ts'/), [
    'core/entities/list.ts',
    ...reports.map((file) => `core/reports/query/${file}`),
  ])
  const others = naming(/\breplica\b/).filter((file) => /^(core|call|api|jobs|mcp)\//.test(file))
  assert.deepEqual(
    others.filter((file) => !file.startsWith('core/reports/query/')),
    [],
  )
})
