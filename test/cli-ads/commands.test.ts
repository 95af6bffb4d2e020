import assert from 'node:assert/strict'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Command } from 'commander'
import { splitAds } from '../../client/cli/launch/split.ts'
import { largestFileBytes, maxAdsPerLaunch } from '../../client/src/sheet/limits.ts'
import { asCommands } from '../../client/cli/as-commands.ts'
import { problemTable } from '../../client/cli/output/problem-table.ts'
import { createProgram } from '../../client/cli/program.ts'
import type { Run } from '../../client/cli/context.ts'
import { addAdCommands } from '../../src/cli/commands/ad.ts'
import { maxFileBytes } from '../../src/core/media/storage.ts'
import { maxAdsPerLaunch as mostAds } from '../../src/core/launch/plan/request.ts'
import { demo } from '../../src/api/examples.ts'
import { operations } from '../../src/api/index.ts'
import { guardedBy } from '../support/guards/guards.ts'
import { commandLine } from '../support/ads/command-line.ts'
import { startTestApp } from '../support/harness.ts'

const root = join(import.meta.dirname, '..', '..')
const app = await startTestApp()
const cli = await commandLine({ FLIGHTDECK_URL: app.url, FLIGHTDECK_KEY: app.key })
const days = ['--from', '2026-10-01', '--to', '2026-10-07']

test('the launcher, the list of all commands and the command line itself agree on what there is', async () => {
  const own = createProgram({ world: { stdout: {}, stderr: {} } } as unknown as Run)
  const listed = new Command()
  addAdCommands(listed)
  const describe = ({ commands }: Command, say: (each: Command) => string) =>
    commands.map((each) => `${each.name()}: ${say(each)}`)
  assert.deepEqual(
    describe(listed, (each) => each.description()),
    describe(own, (each) => each.summary()),
  )
  const launcher = await readFile(join(root, 'flightdeck'), 'utf8')
  const [, words] = /case "\$\{1:-\}" in\s+([\s\S]*?)\) entry=client/.exec(launcher)!
  assert.deepEqual(
    words!
      .replaceAll('\\\n', '')
      .split('|')
      .map((word) => word.trim()),
    own.commands.map((each) => each.name()),
  )
})

test('a sheet is split where the service would refuse it whole', () => {
  assert.deepEqual([maxAdsPerLaunch, largestFileBytes], [mostAds, maxFileBytes])
  const ads = Array.from({ length: 2001 }, (_, place) => ({ row: place + 2, ad: { adSets: ['1', '2', '3'] } }))
  const parts = splitAds({ ads, shared: {} } as never)
  assert.deepEqual(
    parts.map((part) => part.length),
    [1000, 1000, 1],
  )
  const many = ads.map((each) => ({ ...each, ad: { adSets: Array<string>(100).fill('1') } }))
  assert.equal(splitAds({ ads: many, shared: {} } as never)[0]!.length, 50)
})

test('without an address, a key or a service it says what to do, each with its exit code', async () => {
  const nobody = await cli.run(['accounts'], { env: { FLIGHTDECK_URL: '', FLIGHTDECK_KEY: '' } })
  assert.equal(nobody.code, 3)
  assert.match(nobody.err, /flightdeck login/)
  const stranger = await cli.run(['accounts'], { env: { FLIGHTDECK_KEY: `ak_${'0'.repeat(32)}` } })
  assert.equal(stranger.code, 3)
  assert.match(stranger.err, /flightdeck login/)
  const away = await cli.run(['login', '--url', 'http://127.0.0.1:1'], { stdin: app.key })
  assert.equal(away.code, 5)
  assert.match(away.err, /http:\/\/127\.0\.0\.1:1.*running/)
  assert.ok(!away.err.includes(app.key))
  assert.equal((await cli.run(['accounts', '--colour'])).code, 2)
  assert.match((await cli.run(['acounts'])).err, /Did you mean accounts\?/)
})

test('a key without the scope says which is missing and how to get one', async () => {
  const { key, slug } = await app.stranger(['read'])
  const refused = await cli.run(['pause', demo.ad], { env: { FLIGHTDECK_KEY: key } })
  assert.equal(refused.code, 3)
  assert.match(refused.err, /lacks the scope "manage" \(it has read\)/)
  assert.ok(refused.err.includes(`flightdeck key create --company ${slug} --name "..." --scopes read,manage`))
  const reported = await cli.run(['pause', demo.ad, '--json'], { env: { FLIGHTDECK_KEY: key } })
  assert.equal(reported.json<{ error: { code: string } }>().error.code, 'forbidden')
})

test('several Flightdecks are kept by name, and a file that others can read is told of', async () => {
  const own = await commandLine()
  assert.equal((await own.run(['login', '--url', app.url, '--profile', 'acme'], { stdin: app.key })).code, 0)
  assert.equal((await own.run(['whoami'])).code, 3)
  assert.equal((await own.run(['whoami', '--profile', 'acme'])).code, 0)
  const file = join(own.folder, '.config/flightdeck/config.json')
  await chmod(file, 0o644)
  assert.match((await own.run(['whoami', '--profile', 'acme'])).err, /chmod 600/)
  await writeFile(file, '{')
  assert.match((await own.run(['whoami', '--profile', 'acme'])).err, /log in again/)
  await writeFile(file, '{"profiles":{"acme":{"url":"x","key":"y"}}}')
  assert.equal((await own.run(['logout', '--profile', 'acme'])).code, 0)
  await assert.rejects(readFile(file))
})

test('figures come as a table, a plot, CSV or JSON', async () => {
  const table = await cli.run(['report', ...days, '--by', 'campaign', '--metrics', 'spend,clicks,ctr'])
  assert.equal(table.code, 0, table.err)
  assert.match(table.out, /CAMPAIGN.*SPEND +CLICKS +CTR +CURRENCY\n/)
  const narrow = await cli.run(['report', ...days, '--by', 'ad'], { columns: 80 })
  const lines = narrow.out.replaceAll(/\u001b\[\d+m/g, '').split('\n')
  assert.ok(lines.every((line) => line.length <= 80))
  const line = await cli.run(['report', ...days, '--by', 'day', '--plot'])
  assert.match(line.out, /┤[\u2800-\u28ff]+\n/)
  const bars = await cli.run(['report', ...days, '--by', 'account', '--plot'])
  assert.match(bars.out, /█/)
  const csv = await cli.run(['report', ...days, '--by', 'day,campaign', '--metrics', 'spend', '--csv'])
  assert.match(csv.out, /^[\w,]*date[\w,]*spend/i)
  const json = await cli.run(['report', ...days, '--json'])
  assert.ok(json.json<{ data: object[] }>().data.length > 0)
  assert.equal((await cli.run(['report', ...days, '--metrics', 'nonsense'])).code, 2)
  assert.equal((await cli.run(['report', '--last', 'week'])).code, 2)
})

test('spend has a total, and the best ads come first', async () => {
  const spend = await cli.run(['spend', ...days])
  assert.match(spend.out, /Total: /)
  assert.match((await cli.run(['spend', ...days, '--daily', '--plot'])).out, /█/)
  const top = await cli.run(['top-ads', ...days, '--metric', 'clicks', '--limit', '3', '--json'])
  assert.equal(top.json<{ count: number }>().count, 3)
})

test('what runs is listed by conditions, and such a list is kept as a view', async () => {
  const asked = ['--level', 'ad', '--where', 'impressions > 0', 'status in active,paused', '--columns', 'spend,clicks']
  const list = await cli.run(['entity', 'list', ...asked, '--from', '2026-11-01', '--to', '2026-11-07', '--json'])
  const { data } = list.json<{ data: { level: string; figures: Record<string, number> }[] }>()
  assert.ok(data.length > 0 && data.every(({ level, figures }) => level === 'ad' && figures.spend !== undefined))
  const saved = await cli.run(['view', 'save', 'Seen', ...asked, '--compare', '--company', '--json'])
  const { id, filter } = saved.json<{ id: number; filter: object[] }>()
  assert.deepEqual(filter, [
    { metric: 'impressions', operator: 'gt', value: 0 },
    { field: 'status', operator: 'in', value: ['active', 'paused'] },
  ])
  assert.match((await cli.run(['view', 'list'])).out, new RegExp(`${id} +Seen +ad +company`))
  const shown = await cli.run(['entity', 'list', '--view', String(id)])
  assert.match(shown.out, /SPEND.*CURRENCY[\s\S]*In all: /)
  assert.match((await cli.run(['view', 'remove', String(id)])).out, /is gone/)
  assert.equal((await cli.run(['view', 'show', String(id)])).code, 2)
  assert.equal((await cli.run(['entity', 'list', '--where', 'luck > 5'])).code, 2)
  assert.equal((await cli.run(['entity', 'list', '--where', 'spend contains 5'])).code, 2)
})

test('what ads show is listed with what is said of it, and a post goes into another ad set', async () => {
  const asked = ['creative', 'list', '--last', '14', '--account', demo.account, '--by', 'post']
  const table = await cli.run(asked)
  assert.equal(table.code, 0, table.err)
  assert.match(table.out, /ID +NAME +STATES +ADS +SPEND[\s\S]*of \d+ win \(/)
  const [post] = (await cli.run([...asked, '--json'])).json<{ data: { id: string }[] }>().data
  assert.ok(post)
  const shown = await cli.run(['creative', 'show', post.id, '--last', '14'])
  assert.match(shown.out, /EVIDENCE +NUMBER\nlastWeekUsd/)
  const graduate = ['creative', 'graduate', post.id, '--into', demo.adSet]
  assert.match((await cli.run([...graduate, '--dry-run'])).out, /would make 1 ad/)
  assert.match((await cli.run([...graduate, '--paused'])).out, /1 ad is being launched[\s\S]*batch watch \d+/)
  assert.match((await cli.run([...graduate, '--paused'])).out, /has had it since batch \d+/)
  assert.equal((await cli.run(['creative', 'list', '--state', 'lucky'])).code, 2)
  assert.equal((await cli.run(['creative', 'list', '--limit', 'many'])).code, 2)
})

test('ads are paused, resumed and copied, and each that fails is told', async () => {
  const paused = await cli.run(['pause', demo.ad, '999'])
  assert.equal(paused.code, 1)
  assert.match(paused.out, new RegExp(`${demo.ad} +PAUSED`))
  assert.match(paused.out, /999 +-/)
  assert.equal((await cli.run(['resume', demo.ad])).code, 0)
  const copied = await cli.run(['duplicate', demo.ad, '--account', demo.account, '--copies', '2', '--json'])
  assert.equal(copied.json<{ results: object[] }>().results.length, 2)
  assert.match((await cli.run(['pause', demo.ad, '--type', 'advert'])).err, /one of ad, adset, campaign/)
})

test('budgets take decimal commas; guards and approvals answer in plain words', async () => {
  const dry = await cli.run(['budget', demo.adSet, '--daily', '25,50', '--dry-run'])
  assert.match(dry.out, /would become 25\.50 USD a day/)
  assert.match((await cli.run(['budget', demo.adSet])).err, /one of --daily, --lifetime and --change/)
  assert.match((await cli.run(['budget', demo.adSet, '--daily', '1,234'])).err, /two ways/)
  await guardedBy(app, { largestBudget: 30, mode: 'refuse', name: 'Small' })
  const refused = await cli.run(['budget', demo.adSet, '--daily', '5000'])
  assert.equal(refused.code, 4)
  assert.match(refused.err, /Nothing was done.*flightdeck guard status/)
  assert.match((await cli.run(['guards'])).out, /30 USD largest budget +spend +refuse/)
  await guardedBy(app, { largestBudget: 30, dailyCap: 100_000, mode: 'ask' })
  const waits = await cli.run(['budget', demo.adSet, '--daily', '5000'])
  assert.equal(waits.code, 4)
  const [, approval] = /flightdeck approval show (\d+)/.exec(waits.err)!
  assert.match((await cli.run(['approval', 'show', approval!])).out, /is waiting/)
  assert.match((await cli.run(['approvals', 'show', approval!])).out, /is waiting/, 'the older word is understood')
  assert.match((await cli.run(['approvals', 'list', '--state', 'waiting'])).out, /update_budget/)
  assert.match((await cli.run(['guards', 'status'])).out, /100,000\.00/)
  await guardedBy(app)
  assert.equal((await cli.run(['budget', demo.adSet, '--daily', '5000'])).code, 0)
})

test('events are told as they are, and followed until Ctrl-C, which says how to go on', async () => {
  const all = await cli.run(['events', '--json'])
  const last = JSON.parse(all.out.trim().split('\n').at(-1)!) as { id: string }
  const stop = new AbortController()
  const following = cli.run(['events', 'follow', '--after', last.id], { signal: stop.signal })
  await cli.run(['pause', demo.ad])
  await app.call('GET', '/v1/health')
  stop.abort()
  const followed = await following
  assert.equal(followed.code, 130)
  assert.match(followed.err, /flightdeck events follow --after/)
})

test('completion knows every command and option', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { out, code } = await cli.run(['completion', shell])
    assert.equal(code, 0)
    for (const word of ['top-ads', 'receipts', 'min-spend']) assert.ok(out.includes(word), `${shell} lacks ${word}`)
  }
  assert.equal((await cli.run(['completion', 'powershell'])).code, 2)
})

test('rules are made, tried, run, switched and stopped', async () => {
  assert.match((await cli.run(['rules'])).out, /There is no rule/)
  assert.match((await cli.run(['rules', 'templates'])).out, /stop-loss/)
  const words = ['--template', 'stop-loss', '--value', 'maxCostPerResult=40', '--account', demo.account]
  const made = await cli.run(['rules', 'create', ...words])
  const [, id] = /rules preview (\d+)/.exec(made.out)!
  assert.match((await cli.run(['rules', 'preview', id!])).out, /\d+ checked[\s\S]*Nothing was done/)
  assert.equal((await cli.run(['rules', 'enable', id!])).code, 0)
  assert.match((await cli.run(['rules', 'list'])).out, / yes /)
  const copies = {
    name: 'Copies',
    mode: 'act',
    then: [{ action: 'duplicate' }],
    scope: { level: 'ad', accountIds: [demo.account] },
  }
  const when = { metric: 'spend', window: 'last_7_days', operator: 'gt', value: 0 }
  await writeFile(join(cli.folder, 'copies.json'), JSON.stringify({ ...copies, when }))
  const [, other] = /rules preview (\d+)/.exec((await cli.run(['rules', 'create', 'copies.json'])).out)!
  assert.equal((await cli.run(['rules', 'enable', other!])).code, 0)
  assert.match(
    (await cli.run(['rules', 'preview', id!])).out,
    new RegExp(`It meets rule ${other} \\(Copies\\) on \\d+:`),
  )
  assert.match((await cli.run(['rules', 'list'])).out, new RegExp(`MEETS[^]*\\b${other}\\b`))
  assert.equal((await cli.run(['rules', 'disable', other!])).code, 0)
  assert.match((await cli.run(['rules', 'run', id!])).out, /Execution \d+ is/)
  assert.match((await cli.run(['rules', 'executions', id!])).out, /CHECKED/)
  assert.equal((await cli.run(['rules', 'stop', '--reason', 'A test'])).code, 0)
  assert.match((await cli.run(['rules', 'resume'])).err, /--yes/)
  assert.equal((await cli.run(['rules', 'resume', '--yes'])).code, 0)
  assert.match((await cli.run(['rules', 'create'])).err, /Give a file, or --template/)
})

test('in a narrow terminal ids, figures and links stay whole, and sentences go on in the next line', async () => {
  const asked = ['top-ads', ...days, '--metric', 'clicks', '--limit', '2']
  const { data } = (await cli.run([...asked, '--json'])).json<{ data: { adId: string; link: string | null }[] }>()
  for (const columns of [40, 60, 100]) {
    const { out } = await cli.run(asked, { columns })
    for (const { adId, link } of data) assert.ok(out.includes(adId) && out.includes(link ?? ''), out)
    assert.doesNotMatch(out, /http\S*…/)
  }
  const message = 'must be an address that begins with https, which this one does not, as anybody can see who reads it'
  const world = { stdout: { isTTY: true, columns: 60 }, env: {} } as unknown as Run['world']
  const table = problemTable(world, [{ row: 3, column: 'landing page', message }]).replaceAll(/\u001b\[\d+m/g, '')
  assert.ok(
    table.split('\n').every((line) => line.length <= 60),
    table,
  )
  const said = table
    .split('\n')
    .slice(1)
    .map((line) => line.slice(table.indexOf('PROBLEM')))
  assert.equal(said.join(' '), message)
})

test('no command speaks of addresses of the interface', async () => {
  assert.doesNotMatch((await cli.run(['launch', '--columns'])).out, /\/v1\//)
  assert.match((await cli.run(['profiles', '--account', demo.account])).out, /^PAGE +NAME +SECONDARY/)
  for (const operation of operations) {
    const texts = [operation.summary, operation.description ?? ''].map(asCommands)
    assert.doesNotMatch(texts.join(' '), /(GET|POST|PUT|PATCH|DELETE) \/v1\//, operation.name)
  }
  assert.equal(asCommands('Follow it with GET /v1/approvals/12.'), 'Follow it with `flightdeck approval show 12`.')
  assert.equal(asCommands('GET /v1/profiles lists them'), '`flightdeck profiles --account <id>` lists them')
})
