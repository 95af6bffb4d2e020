import assert from 'node:assert/strict'
import { test } from 'node:test'
import { required } from '../../../../../client/src/required.ts'
import { untilTrue } from '../../../../../test/support/ask-until.ts'
import { newRow } from '../sheet/edits.ts'
import { createSheet } from '../sheet/store.ts'
import { createNameFinder } from './finder.ts'
import type { Directory, Past } from './resolve.ts'
import { match } from './matching.ts'

type Cells = Readonly<Record<string, string>>

const account = (value: string, label: string) => ({ value, label, hint: value })
const accounts = [
  ...[1, 2, 3, 4, 5].map((place) => account(`act_${place}`, 'Harbor & Pine US')),
  account('act_6', 'Shop | EU 👟'),
]
const adSets = [
  { value: '71', label: 'US | Site visitors 30d | Purchase', hint: '', campaign: 'Always on' },
  { value: '72', label: 'Broad', hint: '', campaign: 'Spring' },
  { value: '73', label: 'Broad', hint: '', campaign: 'Summer' },
]

const directory: Directory = async ({ column, account: of, text }) => {
  if (column === 'account') return accounts
  if (column === 'ad set') return of === 'act_6' ? adSets : []
  if (column !== 'media') return []
  if (text === 'a.png') return [account('https://x.example/a.png', 'a.png')]
  return text === 'spring' ? [account('https://x.example/s.png', 'hero_spring_1x1.png')] : []
}

const past: Past = async ({ text }) => (text === 'US | Visitors 7d | Purchase' ? 'Always on' : null)

/** A sheet whose names were looked up; `done` is where it gets to. */
async function looked(rows: Record<string, string>[], done: (cells: Cells[], asked: number) => boolean) {
  const sheet = createSheet({
    columns: ['name', 'account', 'ad set', 'media'],
    rows: rows.map((cells) => newRow(cells)),
  })
  const finder = createNameFinder(sheet, directory, past)
  const stop = finder.start()
  const cells = () => sheet.content().rows.map((row) => row.cells)
  await untilTrue(() => done(cells(), finder.questions().length))
  stop()
  return { sheet, finder, cells: cells() }
}

test('names become ids, bars, emoji and case as they are; campaigns tell ad sets of one name apart', async () => {
  const start: Record<string, string>[] = [
    { name: 'A', account: 'shop  | eu 👟', 'ad set': 'US | Site visitors 30d | Purchase', media: 'a.png | b.png' },
    { name: 'B', account: 'act_6', 'ad set': 'Broad', campaign: 'Summer' },
    { name: 'C', account: 'act_6', 'ad set': 'Broad' },
    { name: 'D', account: 'act_6', 'ad set': '1207 | 1208' },
  ]
  const { cells, finder } = await looked(start, ([one], asked) => one?.['ad set'] === '71' && asked === 1)
  assert.deepEqual(
    cells.map((row) => [row.account, row['ad set'], row.media]),
    [
      ['act_6', '71', 'https://x.example/a.png | b.png'],
      ['act_6', '73', undefined],
      ['act_6', 'Broad', undefined],
      ['act_6', '1207 | 1208', undefined],
    ],
  )
  assert.deepEqual(
    finder.questions().map(({ text, exact, rows }) => [text, exact.length, rows.length]),
    [['Broad', 2, 1]],
  )
})

test('a name that five accounts have is asked about once, for all rows, and the answer is one step back', async () => {
  const rows = Array.from({ length: 50 }, (_, place) => ({ name: `Ad ${place}`, account: 'Harbor & Pine US' }))
  const { sheet, finder } = await looked(rows, (_cells, asked) => asked > 0)
  const [question, ...others] = finder.questions()
  assert.deepEqual([others.length, question?.exact.length, question?.rows.length], [0, 5, 50])
  finder.answer(required(question, 'question'), 'act_3')
  assert.ok(sheet.content().rows.every(({ cells }) => cells.account === 'act_3'))
  sheet.undo()
  assert.ok(sheet.content().rows.every(({ cells }) => cells.account === 'Harbor & Pine US'))
})

test('what is being written is left alone', async () => {
  const rows = [newRow({ account: 'Shop | EU 👟' }), newRow({ account: 'Shop | EU 👟' })]
  const sheet = createSheet({ columns: ['account'], rows })
  const accountOf = (place: number) => sheet.content().rows[place]?.cells.account
  sheet.write({ rowId: required(rows[0], 'row').id, column: 'account' })
  const stop = createNameFinder(sheet, directory, past).start()
  await untilTrue(() => accountOf(1) === 'act_6')
  assert.equal(accountOf(0), 'Shop | EU 👟')
  sheet.write(null)
  await untilTrue(() => accountOf(0) === 'act_6')
  stop()
})

test('a name that is almost one is proposed', () => {
  assert.deepEqual(match('Shop | EU', accounts).near.length, 1)
  assert.deepEqual(match('Harbour & Pine US', accounts).near.length, 5)
  assert.deepEqual(match('Something else', accounts), { exact: [], near: [] })
})

test('a file that is not in the library is asked about with those that are called almost so', async () => {
  const start = [{ name: 'A', media: 'a.png | hero-spring_1x1.png' }]
  const { finder, sheet } = await looked(start, (_cells, asked) => asked === 1)
  const [question] = finder.questions()
  assert.equal(question?.text, 'hero-spring_1x1.png')
  assert.deepEqual(
    question?.near.map(({ label }) => label),
    ['hero_spring_1x1.png'],
  )
  finder.answer(required(question, 'question'), required(question?.near[0], 'file').value)
  assert.equal(sheet.content().rows[0]?.cells.media, 'https://x.example/a.png | https://x.example/s.png')
})

test('of an ad set that was deleted those are proposed that lie in its campaign, then those with most of its words', async () => {
  const { finder } = await looked(
    [{ name: 'A', account: 'act_6', 'ad set': 'US | Visitors 7d | Purchase' }],
    (_, asked) => asked === 1,
  )
  const [question] = finder.questions()
  assert.equal(question?.goneFrom, 'Always on')
  assert.deepEqual(
    question.near.map(({ value }) => value),
    ['71'],
  )
})

test('a name that is nothing like another by letters is known by its words', () => {
  const choices = [account('1', 'Retargeting | Cart 14 days | Purchase'), account('2', 'Broad'), account('3', 'Carts')]
  assert.deepEqual(
    match('Cart, Purchase (new)', choices).near.map(({ value }) => value),
    ['1'],
  )
  assert.deepEqual(match('Nothing like it', choices).near, [])
})
