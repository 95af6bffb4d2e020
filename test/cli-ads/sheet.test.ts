import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import writeWorkbook from 'write-excel-file/node'
import { maxRows } from '../../client/cli/sheet/grid.ts'
import type { Sheet } from '../../client/cli/sheet/ads.ts'
import { SheetError } from '../../client/cli/sheet/problem.ts'
import { readSheet } from '../../client/cli/sheet/read-sheet.ts'
import { templateCsv } from '../../client/cli/sheet/template.ts'
import { CellProblem, readAmount, readFlag } from '../../client/src/sheet/values.ts'
import { withParts } from '../support/ads/workbook.ts'

const folder = await mkdtemp(join(tmpdir(), 'flightdeck-sheet-'))
after(() => rm(folder, { recursive: true, force: true }))

async function read(content: string | Uint8Array, name = 'ads.csv'): Promise<Sheet> {
  await writeFile(join(folder, name), content)
  return readSheet(name, folder)
}

async function problemsOf(content: string | Uint8Array, name?: string): Promise<string[]> {
  const found = await read(content, name).then(
    ({ problems }) => problems,
    (error: unknown) => (error instanceof SheetError ? error.problems : Promise.reject(error as Error)),
  )
  assert.ok(found.length > 0, 'it was read')
  return found.map(({ row, column, message }) => `${row}/${column}: ${message}`)
}

const names = ({ ads }: Sheet) => ads.map(({ ad }) => ad.adName)

test('one row is one ad, in the words of people or of the interface', async () => {
  const { ads } = await read(
    'Ad Name,AD_ACCOUNT,ad sets,Instagram,Image,carousel title,paused,board id,Creator ID\n' +
      'One,act_1, 11 | 12 ,none,a.png | https://x.example/b.png,A | B,Yes,77,5\n',
  )
  assert.deepEqual(ads, [
    {
      row: 2,
      ad: {
        adName: 'One',
        adAccountId: 'act_1',
        adSets: ['11', '12'],
        secondary: null,
        launchPaused: true,
        boardId: '77',
        partnershipAd: { creatorId: '5' },
        media: [
          { url: 'a.png', carouselTitle: 'A' },
          { url: 'https://x.example/b.png', carouselTitle: 'B' },
        ],
      },
    },
  ])
})

test('ids are separated by bars, commas or new lines; a name is one, whatever stands in it', async () => {
  const adSets = async (cell: string) =>
    (await read(`name,account,ad set\nA,act_1,"${cell}"\n`)).ads.map(({ ad }) => ad.adSets)[0]
  const uuid = '3f2a1b4c-0d1e-4f5a-8b6c-7d8e9f0a1b2c'
  for (const list of ['11 | 12', '11,12', '11\n12', '11.0 |12,0', '11|12|'])
    assert.deepEqual(await adSets(list), ['11', '12'], list)
  assert.deepEqual(await adSets(`${uuid} | urn:li:sponsoredCampaign:7`), [uuid, 'urn:li:sponsoredCampaign:7'])
  for (const name of ['US | Site visitors 30d | Purchase', 'Summer, 2026', 'US | 120206614831500052', 'a\nb'])
    assert.deepEqual(await adSets(name), [name])
  // As it had to be written when bars always separated.
  assert.deepEqual(await adSets('US \\| Purchase'), ['US | Purchase'])
  assert.match((await problemsOf('name,account,ad set\nA,act_1,"1,20207E+17"\n'))[0]!, /rounded the id/)
})

test("the titles of Meta's exports are understood", async () => {
  const { ads } = await read(
    'Ad Name,Ad Account ID,Ad Set ID,Headline,Primary Text,Link Description,Website URL,Image Hash,Call to Action Type,URL Parameters,Ad Status\n' +
      'One,act_1,11,Big,Words,Small,https://x.example,abc,SHOP_NOW,a=b,PAUSED\n',
  )
  assert.deepEqual(ads[0]!.ad, {
    ...{ adName: 'One', adAccountId: 'act_1', adSets: ['11'], title: 'Big', description: 'Words' },
    ...{ adDescription: 'Small', link: 'https://x.example', cta: 'SHOP_NOW', urlTags: 'a=b', status: 'PAUSED' },
    media: [{ url: 'abc' }],
  })
  const body = await read('name,account,Body,Destination URL\nOne,act_1,Words,https://x.example\n')
  assert.deepEqual([body.ads[0]!.ad.description, body.ads[0]!.ad.link], ['Words', 'https://x.example'])
  const both = await read('name,account,Title,Headline\nOne,act_1,T,H\n')
  assert.deepEqual([both.ads[0]!.ad.title, both.ads[0]!.ad.headline], ['T', 'H'], 'a sheet with both means both')
})

const text = 'name;account\nGröße – “Täg”;1\n'
const inWindows = Buffer.from(
  [...text].map((letter) => ({ '–': 0x96, '“': 0x93, '”': 0x94 })[letter] ?? letter.charCodeAt(0)),
)
const encodings: [string, Uint8Array][] = [
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 without one', Buffer.from(text, 'utf16le')],
  ['UTF-16, the other way round', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['Windows-1252', inWindows],
]
for (const [what, bytes] of encodings) {
  test(`${what} is read as it was meant`, async () => {
    assert.deepEqual(names(await read(bytes)), ['Größe – “Täg”'])
  })
}

for (const [what, delimiter] of [
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
] as const) {
  test(`cells may stand between ${what}, with line breaks and quotes inside`, async () => {
    const line = (...cells: string[]) => cells.join(delimiter)
    const { ads } = await read(
      [
        line('name', 'account', '"title, or; so"'.replace(', or; so', '')),
        line('"A ""b""\nc"', '1', '"x;y,z"'),
        '',
        line('D', '2', ''),
      ].join('\r\n'),
    )
    assert.deepEqual(
      ads.map(({ row, ad }) => [row, ad.adName, ad.title]),
      [
        [2, 'A "b"\nc', 'x;y,z'],
        [4, 'D', undefined],
      ],
    )
  })
}

test('a sheet of 200 columns has every one of those that are none named, and what else is wrong', async () => {
  const unknown = Array.from({ length: 197 }, (_each, at) => `column ${at}`)
  const titles = ['name', 'account', 'launch paused', ...unknown]
  const found = await problemsOf(`${titles.join(',')}\nA,1,perhaps${',x'.repeat(unknown.length)}\n`)
  for (const title of unknown)
    assert.ok(
      found.some((text) => text.startsWith(`1/${title}: There is no column`)),
      title,
    )
  assert.ok(
    found.some((text) => text.startsWith('2/launch paused: ')),
    'its cells are read too',
  )
})

test('wrong columns are named, with what was meant, all at once', async () => {
  assert.deepEqual(await problemsOf('Nmae,Acount,titel,Title,headline text,Title\nA,1,b,c,d,e\n'), [
    '1/Nmae: There is no column "Nmae". Did you mean "name"?',
    '1/Acount: There is no column "Acount". Did you mean "account"?',
    '1/titel: There is no column "titel". Did you mean "title"?',
    '1/headline text: There is no column "headline text". `flightdeck launch --columns` lists those there are.',
    '1/Title: "Title" and "Title" are the same column.',
    '1/name: The column "name" is missing.',
    '1/account: The column "account" is missing.',
  ])
})

test('cells that say nothing usable are named by row and column', async () => {
  const found = await problemsOf(
    'name,account,ad set,paused,type,media,media type,carousel index\n' +
      'A,1,1.20207E+17,perhaps,carusel,a|b|c,image|video,one\n' +
      ',1,2,yes,single,a,image,1,beyond\n',
  )
  assert.deepEqual(
    found.map((line) => line.slice(0, 60)),
    [
      '2/ad set: is "1.20207E+17": a spreadsheet has rounded the id. F',
      '2/paused: must be yes or no, and is "perhaps".',
      '2/type: must be one of single, multi, carousel, flexible, part',
      '2/media type: has 2 values for 3 media: give one for each, or o',
      '2/carousel index: must be a number, and is "one".',
      '3/name: is empty.',
      '3/null: "beyond" stands in no column.',
    ].map((line) => line.slice(0, 60)),
  )
})

test('a sheet without titles, without ads, or with a quote that never ends says so', async () => {
  assert.match((await problemsOf(''))[0]!, /no row of titles/)
  assert.match((await problemsOf('name,account\n\n,\n'))[0]!, /no ads below/)
  assert.match((await problemsOf('name,account\n"A,1\nB,2\n'))[0]!, /quote \("\) that is never closed/)
})

test(`${maxRows} rows are read at once, and one more is refused`, async () => {
  const rows = Array.from({ length: maxRows }, (_, place) => `Ad ${place},act_1,${place}`)
  const head = 'name,account,ad set'
  assert.equal((await read([head, ...rows].join('\n'))).ads.length, maxRows)
  assert.match((await problemsOf([head, ...rows, 'One more,act_1,1'].join('\n')))[0]!, /10,001 ads.* at most 10,000/)
})

async function workbook(rows: (string | number | boolean | null)[][]): Promise<Buffer> {
  const sheet = rows.map((row) => row.map((value) => (value === null ? null : { value })))
  return writeWorkbook(sheet as never).toBuffer()
}

test('the first sheet of a workbook is read, numbers digit by digit', async () => {
  const bytes = await workbook([
    ['name', 'account', 'ad set', 'launch paused'],
    ['A', 12345, '120206614831500052', true],
    [null, null, null, null],
    ['B', 'act_2', 7, false],
  ])
  const { ads } = await read(bytes, 'ads.xlsx')
  assert.deepEqual(
    ads.map(({ row, ad }) => [row, ad.adName, ad.adAccountId, ad.adSets, ad.launchPaused]),
    [
      [2, 'A', '12345', ['120206614831500052'], true],
      [4, 'B', 'act_2', ['7'], false],
    ],
  )
})

test('merged cells, formulas without a result and errors are refused with their cell', async () => {
  const bytes = await workbook([
    ['name', 'account'],
    ['A', 'x'],
    ['B', 'x'],
  ])
  const merged = withParts(bytes, (xml) =>
    xml.replace('</sheetData>', '</sheetData><mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>'),
  )
  assert.match((await problemsOf(merged, 'merged.xlsx'))[0]!, /^2\/B: The cells B2 to B3 are merged/)
  const cell = /<c r="B2"[^>]*>.*?<\/c>/
  const empty = withParts(bytes, (xml) => xml.replace(cell, '<c r="B2"><f>A1&amp;A2</f></c>'))
  assert.match((await problemsOf(empty, 'empty.xlsx'))[0]!, /^2\/B: The cell B2 holds a formula without a result/)
  const broken = withParts(bytes, (xml) => xml.replace(cell, '<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'))
  assert.match((await problemsOf(broken, 'broken.xlsx'))[0]!, /^2\/B: The cell B2 holds an error \(#DIV\/0!\)/)
  const stored = withParts(bytes, (xml) => xml.replace(cell, '<c r="B2" t="str"><f>"act"&amp;1</f><v>act_1</v></c>'))
  assert.equal((await read(stored, 'stored.xlsx')).ads[0]!.ad.adAccountId, 'act_1')
  assert.match((await problemsOf('PK nonsense', 'nonsense.xlsx'))[0]!, /not a workbook/)
})

test('JSON may be the body of a launch or a list of ads, with media as paths', async () => {
  const ads = [{ adName: 'A', adAccountId: '1', media: ['a.png', { url: 'b.png', type: 'image' }] }]
  const expected = [{ row: 1, ad: { ...ads[0], media: [{ url: 'a.png' }, { url: 'b.png', type: 'image' }] } }]
  assert.deepEqual((await read(JSON.stringify(ads), 'ads.json')).ads, expected)
  const whole = await read(JSON.stringify({ ads, adSets: ['9'] }), 'body.json')
  assert.deepEqual([whole.ads, whole.shared], [expected, { adSets: ['9'] }])
  assert.match((await problemsOf('{"ads": {}}', 'ads.json'))[0]!, /list of ads/)
  assert.match((await problemsOf('{"ads": [', 'ads.json'))[0]!, /not JSON/)
})

test('files that are no sheets are refused in a sentence', async () => {
  await assert.rejects(read('', 'ads.pdf'), /no kind that can be launched/)
  await assert.rejects(read('', 'ads.xls'), /Save it as/)
  await assert.rejects(readSheet('nowhere.csv', folder), /There is no file nowhere\.csv/)
})

test('the template is a sheet', async () => {
  assert.deepEqual(names(await read(templateCsv())), ['Spring sale, square'])
})

const amounts: [string, number | null][] = [
  ['12', 12],
  ['12.50', 12.5],
  ['12,50', 12.5],
  ['1.234,50', 1234.5],
  ['1,234.50', 1234.5],
  ["1'234.5", 1234.5],
  ['1 234,5', 1234.5],
  ['1,234,567', 1234567],
  ['+20', 20],
  ['-0,125', -0.125],
  ['1,234', null],
  ['12..5', null],
  ['1.23,4,5', null],
  ['ten', null],
  ['', null],
]
for (const [written, value] of amounts) {
  test(`the amount "${written}" is ${value ?? 'refused'}`, () => {
    if (value === null) assert.throws(() => readAmount(written), CellProblem)
    else assert.equal(readAmount(written), value)
  })
}

test('yes and no have many words', () => {
  assert.deepEqual(['x', 'TRUE', 'Ja', '0', 'nein'].map(readFlag), [true, true, true, false, false])
})

test('a cell about enhancements has a word, or the names of those that are on', async () => {
  const of = async (cell: string) =>
    (await read(`name,account,enhancements\nOne,act_1,${cell}\n`)).ads[0]!.ad.enhancements
  assert.equal(await of('Off'), 'off')
  assert.equal(await of('platform'), 'platform')
  assert.deepEqual(await of('image_touchups | audio'), { image_touchups: true, audio: true })
})
