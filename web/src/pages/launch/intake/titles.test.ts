import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guess } from './guess.ts'
import { cellsOfLine, hasTitles, understand } from './titles.ts'

const told = (titles: string[]) =>
  Object.fromEntries(understand(titles).told.map(({ column, titles: from }) => [column, from.join(' + ')]))

test("the exports of the platforms' own tools are understood by their titles", () => {
  const exports: [string, string[], Record<string, string>][] = [
    [
      'Ads Manager',
      ['Campaign ID', 'Campaign Name', 'Ad Set ID', 'Ad Set Name', 'Ad ID', 'Ad Status', 'Ad Name', 'Link Object ID', 'Title', 'Body', 'Link', 'Image File Name', 'Video File Name', 'Call to Action', 'URL Tags', 'Optimize text per person'], // prettier-ignore
      {
        campaign: 'Campaign Name',
        'ad set': 'Ad Set ID + Ad Set Name',
        status: 'Ad Status',
        name: 'Ad Name',
        page: 'Link Object ID',
        title: 'Title',
        description: 'Body',
        link: 'Link',
        media: 'Image File Name + Video File Name',
        cta: 'Call to Action',
        'url tags': 'URL Tags',
      },
    ],
    [
      'TikTok',
      ['Advertiser ID', 'Campaign name', 'Ad group name', 'Ad name', 'Video name', 'Text', 'Call to action', 'Web URL', 'Identity ID'], // prettier-ignore
      {
        account: 'Advertiser ID',
        campaign: 'Campaign name',
        'ad set': 'Ad group name',
        name: 'Ad name',
        media: 'Video name',
        description: 'Text',
        cta: 'Call to action',
        link: 'Web URL',
        identityId: 'Identity ID',
      },
    ],
    [
      'LinkedIn',
      ['Account Name', 'Campaign Group Name', 'Campaign Name', 'Ad Name', 'Introductory Text', 'Headline', 'Destination URL'], // prettier-ignore
      {
        account: 'Account Name',
        'ad set': 'Campaign Name',
        name: 'Ad Name',
        description: 'Introductory Text',
        title: 'Headline',
        link: 'Destination URL',
      },
    ],
    [
      'Snapchat',
      ['Ad Account ID', 'Ad Squad Name', 'Ad Name', 'Brand Name', 'Headline', 'Call To Action', 'Web View URL'],
      {
        account: 'Ad Account ID',
        'ad set': 'Ad Squad Name',
        name: 'Ad Name',
        brandName: 'Brand Name',
        title: 'Headline',
        cta: 'Call To Action',
        link: 'Web View URL',
      },
    ],
  ]
  for (const [whose, titles, expected] of exports) {
    assert.equal(hasTitles([titles]), true, whose)
    assert.deepEqual(told(titles), expected, whose)
  }
})

test('where a table has both id and name, the name counts where the id is missing', () => {
  const { told: columns } = understand(['Ad Set Name', 'Ad name', 'Ad Set ID'])
  assert.deepEqual(cellsOfLine(['US', 'One', '77'], columns), { name: 'One', 'ad set': '77' })
  assert.deepEqual(cellsOfLine(['US', 'One', ''], columns), { name: 'One', 'ad set': 'US' })
})

test('a title that nobody knows is left out, with the column it is nearest to', () => {
  const { leftOut } = understand(['name', 'acount', 'Amount spent (EUR)'])
  assert.deepEqual(leftOut, [
    { title: 'acount', place: 1, proposal: 'account' },
    { title: 'Amount spent (EUR)', place: 2, proposal: null },
  ])
})

test('a line of an ad is no line of titles', () => {
  for (const line of [
    ['Spring sale', 'act_1', '77', 'https://shop.example/a.png', 'Title'],
    ['A', 'one'],
    ['', ''],
  ])
    assert.equal(hasTitles([line]), false, line.join())
})

test('a table without titles is understood by what stands in it', () => {
  const line = (place: number) => [
    `Ad ${place}`,
    'Harbor | Pine',
    'Shop now',
    'https://shop.example/page',
    `summer_${place}.png`,
    'The same long text below every picture of this sale.',
    'Sale',
    'utm_source=a&utm_medium=b',
    '120200000000001',
  ]
  const { told: columns, leftOut } = guess([line(1), line(2), line(3)], (text) => text === 'Harbor | Pine')
  const places = Object.fromEntries(columns.map(({ column, places: [place] }) => [column, place]))
  assert.deepEqual(places, {
    ...{ name: 0, account: 1, cta: 2, link: 3, media: 4 },
    ...{ description: 5, title: 6, 'url tags': 7, 'ad set': 8 },
  })
  assert.deepEqual(leftOut, [])
})
