import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceOf } from './sentence.ts'

const names = {
  platform: () => 'Meta',
  account: (id: string) => `Account ${id}`,
  day: (day: string) => day,
  amount: String,
}

test('what is filtered, where, when and in which order reads as a sentence', () => {
  assert.equal(
    sentenceOf({}, '', names),
    'Ads on all platforms, last 7 days against the days before, highest Spend first.',
  )
  const search = {
    ...({ level: 'adset', platform: 'primary', accounts: '1,2', state: 'paused', metric: 'roas' } as const),
    ...({ than: 'lt', amount: 1.5, from: '2026-11-01', to: '2026-11-10', sort: 'name' } as const),
  }
  assert.equal(
    sentenceOf(search, 'a | b', names),
    'Ad sets on Meta in Account 1 and Account 2 that are paused with “a | b” in the name or id with ROAS below 1.5, ' +
      '2026-11-01 to 2026-11-10 against the days before, by name.',
  )
  assert.match(
    sentenceOf({ tree: true, accounts: '1,2,3' }, '', names),
    /^Campaigns on all platforms in 3 ad accounts, /,
  )
})
