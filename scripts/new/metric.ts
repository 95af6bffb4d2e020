import { fillIn, inserted, read, refuseTaken, Refused } from './draft.ts'
import type { Draft } from './draft.ts'
import { camelCase, kebabCase, refuseMisnamed, sentenceCase, wordsOf } from './words.ts'

const declarations = 'src/platforms/contract/metrics.ts'

/** A ratio of two sums that are kept already. */
export function newMetric(root: string, name: string): Draft {
  refuseMisnamed(name, {
    what: 'A metric',
    pattern: /^[a-z][a-z0-9]*([A-Z][a-z0-9]*)*$/,
    form: 'camelCase, such as costPerVisit',
    suggest: (given) => camelCase(wordsOf(given)),
  })
  const text = read(root, declarations)
  if (new RegExp(`^  ${name}: \\{`, 'm').test(text))
    throw new Refused(`${declarations} has a metric ${name} already. Choose another name, or change that one.`)
  const test = `test/reports/${kebabCase(wordsOf(name))}.test.ts`
  refuseTaken(root, [test])
  const place = { path: declarations, after: 'const definitions = {', before: '} satisfies' }
  return {
    files: { [declarations]: inserted(text, declaration(name), place), [test]: testFile(name) },
    next: [
      `Say in ${declarations} what it is made of, its unit and its title. Then the same figures in ${test}.`,
      'npm run client',
      `npm test -- ${test}`,
    ],
  }
}

function declaration(name: string): string {
  return `${name}: {
    title: '${sentenceCase(wordsOf(name))}',
    unit: 'percent',
    formula: { above: 'conversions', below: 'clicks', times: 100 },
    about: '${fillIn} what it is.',
  },`
}

function testFile(name: string): string {
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../support/harness.ts'
import { asking, fillAccount, withUnread } from '../support/reports/reports.ts'

const app = await startTestApp({}, { api: true, worker: false, sandbox: true }, withUnread)
const ask = asking(app)

test('${name} is made from sums, never from ratios, and null where there is nothing to divide by', async () => {
  await fillAccount(app, {
    id: 'shop',
    read: ['2026-01-01', '2026-01-31'],
    rows: [
      { day: '2026-01-01', ad: 'a1', clicks: 10, conversions: 4 },
      { day: '2026-01-02', ad: 'a1', clicks: 90, conversions: 1 },
      { day: '2026-01-02', ad: 'a2', impressions: 500 },
    ],
  })
  const january = { startDate: '2026-01-01', endDate: '2026-01-31' }
  const { data } = await ask({ accountIds: 'shop', ...january, groupBy: 'adId', metrics: '${name}', sort: 'adId' })
  assert.deepEqual(
    data.map(({ adId, ${name} }) => [adId, ${name}]),
    [
      ['a1', 5],
      ['a2', null],
    ],
  )
})
`
}
