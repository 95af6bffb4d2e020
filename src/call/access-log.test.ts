import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

const ends = {
  'as it was asked to': 'process.exit(0)',
  'by a failure of ours': "throw new Error('a failure of ours')",
}

for (const [how, end] of Object.entries(ends))
  test(`lines of calls that were not written yet go out with a process that ends ${how}, each once`, () => {
    const log = JSON.stringify(join(import.meta.dirname, '..', 'log.ts'))
    const accessLog = JSON.stringify(join(import.meta.dirname, 'access-log.ts'))
    const program = `
    const { createLog } = await import(${log})
    const { accessLines, createAccessLog } = await import(${accessLog})
    const tell = createAccessLog(createLog('info'), accessLines)
    const call = { company: 'a"b', operation: '/v1/user', method: 'GET', status: 200, ms: 1.26 }
    for (let n = 0; n < 100; n++) tell({ ...call, requestId: 'req_' + n })
    tell({ ...call, requestId: 'last', company: undefined, tool: 'get_user', hungUp: true })
    ${end}`
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    const lines = stderr.split('\n').filter((line) => line.startsWith('{'))
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.equal(told.length, 101, stderr)
    assert.deepEqual(
      told.slice(0, 100).map(({ requestId }) => requestId),
      Array.from({ length: 100 }, (_, n) => `req_${n}`),
    )
    const { time, ...first } = told[0]!
    assert.ok(Math.abs(Date.now() - Date.parse(String(time))) < 60_000)
    const call = { operation: '/v1/user', method: 'GET', status: 200, ms: 1.3, msg: 'answered' }
    assert.deepEqual(first, { level: 30, requestId: 'req_0', company: 'a"b', ...call })
    const { time: _time, ...last } = told[100]!
    assert.deepEqual(last, { level: 30, requestId: 'last', tool: 'get_user', hungUp: true, ...call })
  })
