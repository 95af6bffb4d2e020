import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staleFiles } from '../../../scripts/client/generate.ts'

test('a generated file that was changed by hand, or is missing, is stale', async () => {
  assert.deepEqual(await staleFiles({ 'types.gen.ts': 'something else', 'none.gen.ts': '' }), [
    'types.gen.ts',
    'none.gen.ts',
  ])
})
