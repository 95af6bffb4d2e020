import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { builtIn } from '../../../src/platforms/index.ts'

const page = await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'guards.md'), 'utf8')

test('the page on guards tells how far a day may exceed a daily budget as the platforms do', () => {
  const section = /### A day beyond its budget\n([^]*?)\n### /.exec(page)?.[1] ?? ''
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| platform '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, platform, factor, source]) => ({ platform, factor, source }))
  const told = builtIn.all.map(({ title, dayFactor }) => ({
    platform: title,
    factor: String(dayFactor?.factor ?? 1),
    source: dayFactor?.source ?? 'nowhere that we know of: counted as it is',
  }))
  assert.deepEqual(rows, told)
})
