import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staleFiles } from '../../../scripts/generate/stale-files.ts'

test('a generated file that was changed by hand, or is missing, is stale', async () => {
  assert.deepEqual(await staleFiles({ 'package.json': 'something else', 'none.gen.ts': '' }), [
    'package.json',
    'none.gen.ts',
  ])
})
