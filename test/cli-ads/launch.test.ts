import assert from 'node:assert/strict'
import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import writeWorkbook from 'write-excel-file/node'
import { commandLine } from '../support/ads/command-line.ts'
import { startTestApp } from '../support/harness.ts'

const account = 'act_566148315000001'
const adSet = '120206614831500052'
const titles = 'Name;Ad Account;AD_SET;page;instagram;File;title;description;cta;link;paused'

const app = await startTestApp()
const cli = await commandLine()
await mkdir(join(cli.folder, 'pictures'))
for (const [name, colour] of Object.entries({ red: '#c00', blue: '#00c' })) {
  const picture = sharp({ create: { width: 1080, height: 1080, channels: 3, background: colour } })
  await picture.png().toFile(join(cli.folder, 'pictures', `${name}.png`))
}
await copyFile(join(cli.folder, 'pictures/red.png'), join(cli.folder, 'pictures/red again.png'))

function row(name: string, file: string, more: { account?: string; link?: string } = {}): string {
  const { account: where = account, link = 'https://example.com/sale' } = more
  const ids = `${where};${adSet};106066148315001;17841661483150001`
  return `${name};${ids};${file};Sale;"Everything;\nmust go";SHOP_NOW;${link};yes`
}

async function sheet(name: string, rows: string[], head = titles): Promise<string> {
  await writeFile(join(cli.folder, name), [head, ...rows].join('\r\n'))
  return name
}

interface State {
  ads: { id: string; name: string }[]
  images: unknown[]
}
const adsNamed = async (word: string) =>
  (await app.control<State>('GET', 'state?platform=meta')).ads.filter(({ name }) => name.startsWith(word))

test('login keeps the address and the key for its user alone, and shows the key nowhere', async () => {
  const login = await cli.run(['login', '--url', `${app.url}/`], { stdin: `${app.key}\n` })
  assert.equal(login.code, 0, login.err)
  assert.ok(!`${login.out}${login.err}`.includes(app.key))
  const folder = join(cli.folder, '.config/flightdeck')
  assert.deepEqual(
    [(await stat(folder)).mode & 0o777, (await stat(join(folder, 'config.json'))).mode & 0o777],
    [0o700, 0o600],
  )
  const who = await cli.run(['whoami', '--json'])
  assert.equal(who.json<{ url: string }>().url, app.url)
  assert.ok(!who.out.includes(app.key))
})

test('accounts and ad sets are listed, for people and for programs', async () => {
  const accounts = await cli.run(['accounts'])
  assert.match(accounts.out, /^ID +NAME +PLATFORM/)
  assert.ok(accounts.out.includes(account))
  const sets = await cli.run(['adsets', 'list', '--account', account, '--json'])
  assert.ok(sets.json<{ value: string }[]>().some(({ value }) => value === adSet))
})

test('ad sets that take no ads are listed with why', async () => {
  const shortVideos = (await cli.run(['accounts', '--platform', 'tiktok', '--json'])).json<{ id: string }[]>()[0]!.id
  const list = (...more: string[]) => cli.run(['adsets', 'list', '--account', shortVideos, ...more])
  const [first] = (await list('--json')).json<{ value: string; campaignId: string }[]>()
  await app.control('POST', 'tiktok', { automations: { [first!.campaignId]: 'SMART_PLUS' } })
  const { out } = await list()
  assert.match(out, new RegExp(`^${first!.value} .* closed$`, 'm'))
  assert.match(out, new RegExp(`^${first!.value} takes no ads: it is of the first generation`, 'm'))
})

test('a sheet is launched: its files once each, every ad once, and watched to the end', async () => {
  await app.control('DELETE', 'calls?platform=meta')
  const file = await sheet('ads.csv', [
    row('Sheet red', 'pictures/red.png'),
    row('Sheet red, copied', 'pictures/red again.png'),
    '',
    row('Sheet blue', 'pictures/blue.png'),
  ])
  const before = (await app.call<{ count: number }>('GET', '/v1/media?limit=100')).body.count
  const ran = await cli.run(['launch', file])
  assert.equal(ran.code, 0, ran.err)
  assert.match(ran.out, /LAUNCHED/)
  assert.match(ran.out, /flightdeck batch receipts \d+/)
  assert.equal((await adsNamed('Sheet ')).length, 3)
  assert.equal((await app.call<{ count: number }>('GET', '/v1/media?limit=100')).body.count, before + 2)
})

test('the same sheet is the same launch, until somebody says again', async () => {
  const repeat = await cli.run(['launch', 'ads.csv', '--json'])
  assert.equal(repeat.code, 0, repeat.err)
  assert.equal((await adsNamed('Sheet ')).length, 3)
  const said = await cli.run(['launch', 'ads.csv'])
  assert.match(said.err, /launched already, as batch \d+.*--again/)
  const again = await cli.run(['launch', 'ads.csv', '--again', '--json'])
  assert.equal(again.code, 0, again.err)
  assert.equal((await adsNamed('Sheet ')).length, 6)
})

test('what is wrong is told by row and column, all at once, and nothing is launched', async () => {
  const file = await sheet('wrong.csv', [
    row('Wrong file', 'pictures/green.png'),
    row('Fine', 'pictures/red.png'),
    row('', 'nowhere.png').replace(';yes', ';perhaps'),
  ])
  const local = await cli.run(['launch', file])
  assert.equal(local.code, 2)
  assert.match(local.err, /4 +Name +is empty/)
  assert.match(local.err, /4 +paused +must be yes or no, and is "perhaps"/)
  const files = await cli.run([
    'launch',
    await sheet('files.csv', [row('Wrong A', 'pictures/red.png'), row('Wrong B', 'green.png')]),
  ])
  assert.equal(files.code, 2)
  assert.match(files.err, /3 +File +There is no file .*green\.png/)
  const rules = await sheet('rules.csv', [
    row('Wrong A', 'pictures/red.png'),
    row('Wrong B', 'pictures/red.png', { link: 'nonsense' }),
  ])
  const validated = await cli.run(['validate', rules])
  assert.equal(validated.code, 2, validated.out)
  assert.match(validated.out, /3 +link +/)
  assert.equal((await cli.run(['launch', rules])).code, 2)
  assert.equal((await adsNamed('Wrong')).length, 0)
})

const brokenRows = [
  ['name', 'account', 'ad set', 'page', 'instagram', 'media', 'cta', 'link', 'launch paused', 'colour'],
  ['Fine', account, adSet, '106066148315001', 'none', 'pictures/new.png', 'SHOP_NOW', 'https://a.example', 'no', 'red'],
  ['A', account, adSet, '106066148315001', 'none', 'missing.png', 'SHOPNOWW', 'https://a.example', 'maybe', 'red'],
  ['B', account, adSet, '106066148315001', 'none', 'pictures/new.png', 'SHOP_NOW', 'nowhere', 'no', 'red'],
  ['C', account, '999', '106066148315001', 'none', 'pictures/new.png', 'SHOP_NOW', 'https://a.example', 'no', 'red'],
]

for (const kind of ['csv', 'xlsx'] as const) {
  test(`columns, cells, files, rules and platform are told in one answer, and nothing is uploaded (${kind})`, async () => {
    const colour = { width: 1080, height: 1080, channels: 3 as const, background: kind === 'csv' ? '#0c0' : '#cc0' }
    await sharp({ create: colour }).png().toFile(join(cli.folder, 'pictures/new.png'))
    const file = join(cli.folder, `broken.${kind}`)
    const cells = brokenRows.map((cellsOf) => cellsOf.map((value) => ({ value })))
    const workbook = () => writeWorkbook(cells as never).toBuffer()
    await writeFile(file, kind === 'csv' ? brokenRows.map((each) => each.join(',')).join('\n') : await workbook())
    const stored = async () =>
      (await app.call<{ pagination: { total?: number }; count: number }>('GET', '/v1/media')).body
    const before = await stored()
    for (const command of ['launch', 'validate']) {
      const told = await cli.run([command, `broken.${kind}`])
      const said = `${told.out}${told.err}`
      assert.equal(told.code, 2, said)
      for (const problem of [
        /1 +colour +There is no column "colour"/,
        /3 +launch paused +must be yes or no, and is "maybe"/,
        /3 +media +There is no file .*missing\.png/,
        /3 +cta +.*"SHOPNOWW".*[Dd]id you mean "?SHOP_NOW/,
        /4 +link +/,
        /5 +ad set +/,
      ])
        assert.match(said, problem)
      assert.doesNotMatch(said, /^ *2 /m, 'nothing is wrong with the first ad')
      assert.doesNotMatch(said, /\/v1\/|\.invalid/)
    }
    assert.deepEqual(await stored(), before)
  })
}

test('an ad that the platform refuses is told with its row, and can be launched again', async () => {
  const fault = {
    platform: 'meta',
    match: { method: 'POST', path: '/ads$' },
    fault: 'platform-error',
    code: 100,
    message: 'Not today.',
    times: 1,
  }
  await app.control('POST', 'faults', fault)
  const ran = await cli.run(['launch', await sheet('refused.csv', ['', row('Refused', 'pictures/red.png')])])
  assert.equal(ran.code, 1, ran.err)
  assert.match(ran.out, /3 +Refused .*Not today/)
  const [, id] = /batch retry (\d+)/.exec(ran.out)!
  const retried = await cli.run(['batch', 'retry', id!])
  assert.equal(retried.code, 0, retried.err)
  assert.equal((await adsNamed('Refused')).length, 1)
  const undone = await cli.run(['batch', 'undo', id!])
  assert.equal(undone.code, 2)
  assert.match(undone.err, /1 ads? of batch \d+ .*--yes/)
  assert.equal((await cli.run(['batch', 'undo', id!, '--yes'])).code, 0)
})

test('Ctrl-C leaves a launch to itself and says how to go on', async () => {
  const hang = { platform: 'meta', match: { method: 'POST', path: '/ads$' }, fault: 'hang', times: 1 }
  await app.control('POST', 'faults', hang)
  const stop = new AbortController()
  const file = await sheet('left.csv', [row('Left', 'pictures/blue.png')])
  const left = await cli.run(['launch', file], {
    signal: stop.signal,
    // The first line of progress: it is being watched.
    onError: (text) => text.startsWith(`${account}: 0 of 1`) && stop.abort(),
  })
  assert.equal(left.code, 130, left.err)
  const [, id] = /flightdeck batch watch (\d+)/.exec(left.err)!
  await app.control('DELETE', 'faults')
  const watched = await cli.run(['batch', 'watch', id!, '--json'])
  assert.equal(watched.code, 0, watched.err)
  const last = JSON.parse(watched.out.trim().split('\n').at(-1)!) as { type: string; summaryStatus: string }
  assert.deepEqual([last.type, last.summaryStatus], ['batch', 'success'])
  assert.equal((await adsNamed('Left')).length, 1)
  assert.match((await cli.run(['batch', 'show', id!])).out, /Left .*launched/)
  const { out: receipt } = await cli.run(['batch', 'receipts', id!])
  assert.match(receipt, /Left .*as asked for/)
  assert.match(receipt, /CLICKS ON +LEAD TO.*\n.*ad +https:\/\/example\.com\/sale/)
  assert.match(receipt, /ENHANCEMENT +ASKED +STORED\n.*\d\d flags +off +off/)
  assert.match((await cli.run(['batch', 'list', '--limit', '1'])).out, new RegExp(`${id} +Success`))
})

test('a rehearsal says what would happen, and a workbook and JSON launch as well', async () => {
  const dry = await cli.run(['launch', await sheet('dry.csv', [row('Dry', 'pictures/red.png')]), '--dry-run'])
  assert.equal(dry.code, 0, dry.err)
  assert.match(dry.out, /Nothing was launched/)
  const ad = {
    adName: 'From JSON',
    adAccountId: account,
    adSets: [adSet],
    page: '106066148315001',
    secondary: '17841661483150001',
    title: 'Sale',
    link: 'https://example.com/sale',
    media: ['pictures/red.png'],
  }
  await writeFile(join(cli.folder, 'ads.json'), JSON.stringify([ad, { ...ad, adAccountId: 'act_404' }]))
  const wrong = await cli.run(['launch', 'ads.json', '--json'])
  assert.equal(wrong.code, 2)
  const { error } = wrong.json<{ error: { details: { problems: { row: number; column: string }[] } } }>()
  assert.deepEqual([error.details.problems[0]!.row, error.details.problems[0]!.column], [2, 'adAccountId'])
  await writeFile(join(cli.folder, 'ads.json'), JSON.stringify({ ads: [ad] }))
  assert.equal((await cli.run(['launch', 'ads.json', '--no-watch'])).code, 0)
})

test('whoever watches a batch is told what it waits for', async () => {
  const match = { method: 'POST', path: '/adcreatives$' }
  await app.control('POST', 'faults', { platform: 'meta', match, fault: 'throttle', seconds: 8, times: 1 })
  const file = await sheet('waits.csv', [row('Waits', 'pictures/blue.png')])
  const watched = await cli.run(['launch', file])
  assert.equal(watched.code, 0, watched.err)
  assert.match(watched.err, /Batch \d+: .* 1 ad waits until \S+: the platform asked for a pause\./)
})
