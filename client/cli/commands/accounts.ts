import type { Command } from 'commander'
import { does, numbers } from '../context.ts'
import type { Run } from '../context.ts'
import { countOf, platformNames } from '../words.ts'
import { collect } from './collect.ts'

export function addAccounts(program: Command, run: Run): void {
  const accounts = program.command('accounts').summary('ad accounts that can be used')
  const list = accounts
    .command('list', { isDefault: true })
    .summary('every ad account of the company')
    .option('--platform <name>', `only those of this platform: ${platformNames}`)
  does<{ platform?: string }>(list, run, async (context, _words, { platform }) => {
    const { flightdeck } = await context.open()
    const found = await collect(flightdeck.all.listAdAccounts({ platform, limit: 200 }, { signal: context.signal }))
    context.show(found, () =>
      found.length === 0
        ? 'There is no ad account.'
        : context.table(
            ['ID', 'NAME', 'PLATFORM', 'CURRENCY', 'STATUS', { title: 'TIME ZONE', isOptional: true }],
            found.map(({ id, name, platform: where, currency, status, timeZone, sandbox }) => [
              ...[id, name, sandbox ? `${where} (sandbox)` : where, currency, status, timeZone],
            ]),
          ),
    )
  })
}

export function addAdSets(program: Command, run: Run): void {
  const adsets = program.command('adsets').summary('ad sets that ads can be launched in')
  const list = adsets
    .command('list', { isDefault: true })
    .summary('the ad sets of an account')
    .requiredOption('--account <id>', 'the ad account')
    .option('--status <word>', 'ACTIVE, PAUSED or ARCHIVED')
    .option('--search <text>', 'only those with this in their name')
  type Options = { account: string; status?: 'ACTIVE'; search?: string }
  does<Options>(list, run, async (context, _words, { account, status, search }) => {
    const { flightdeck } = await context.open()
    const question = { accountId: account, search, status, limit: 500 }
    const found = await collect(flightdeck.all.listAdSets(question, { signal: context.signal }))
    const closed = found.filter((adSet) => adSet.closed !== null)
    const why = closed.map((adSet) => `${adSet.value} takes no ads: ${adSet.closed}.`)
    context.show(found, () =>
      found.length === 0
        ? `${account} has no such ad set.`
        : `${context.table(
            ['ID', 'NAME', 'STATUS', 'CAMPAIGN', numbers('ADS'), numbers('ROOM')],
            found.map(({ value, label, effectiveStatus, campaignName, adCount, capacity, closed: reason }) => [
              ...[value, label, effectiveStatus, campaignName, adCount ?? 'many'].map(String),
              reason === null ? String(capacity ?? '-') : 'closed',
            ]),
          )}\n${[countOf(found.length, 'ad set'), ...why].join('\n')}`,
    )
  })
}
