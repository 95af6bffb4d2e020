import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { quotaNames } from '../../core/quotas/quota.ts'
import type { QuotaName, Quotas } from '../../core/quotas/quota.ts'
import { readQuotas, setQuotas } from '../../core/quotas/store.ts'
import type { QuotaUse } from '../../core/quotas/store.ts'
import { audited } from '../audited.ts'
import { withDatabase } from '../database.ts'
import { companyNamed } from '../lookup.ts'
import { explain, formatTable, print } from '../print.ts'

export function addQuotaCommand(company: Command): void {
  company
    .command('quota')
    .description('say what a company may use, or show it with what is used')
    .argument('<id>', 'id or slug of the company')
    .option('--keys <count>', 'living API keys; none: as many as it likes', parseLimit)
    .option('--ads-a-day <count>', 'ads that are accepted in a day (UTC)', parseLimit)
    .option('--media-bytes <count>', 'bytes of files in its library, each content once', parseLimit)
    .option('--report-rows-a-minute <count>', 'rows that reports and exports answer in a minute', parseLimit)
    .option('--none', 'lift all of them')
    .action(quota)
}

const maxLimit = 1_000_000_000_000_000

function parseLimit(text: string): number | 'none' {
  if (text === 'none') return text
  const limit = /^\d+$/.test(text) ? Number(text) : NaN
  if (limit <= maxLimit) return limit
  throw new InvalidArgumentError(`It is a whole number, at most ${maxLimit}, or the word none.`)
}

type Options = Partial<Record<QuotaName, number | 'none'>> & { none?: true }

async function quota(id: string, { none, ...given }: Options, command: Command): Promise<void> {
  if (none && Object.keys(given).length > 0) command.error('error: --none lifts all quotas: name no other with it')
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyNamed(db, id)
    const change = none ? lifted : changeOf(given)
    if (Object.keys(change).length > 0)
      await audited(db, company, async (trx) => {
        const { limits: before } = await readQuotas(trx, company.id)
        await setQuotas(trx, company.id, change)
        const entry = { action: 'company quota', targets: [`company:${company.id}`], before, after: change }
        return { result: null, entry }
      })
    const { limits, used } = await readQuotas(db, company.id)
    const rows = quotaNames.map((name) => [
      flagOf(name),
      describeCount(limits[name], 'none'),
      describeCount(used[name], '-'),
    ])
    print(formatTable(['quota', 'limit', 'used'], rows))
    if (quotaNames.every((name) => limits[name] === null)) explain(`${company.name} has no quota.`)
    else explain('Ads and rows are counted from the moment their quota is set, ads by the day in UTC.')
  })
}

function changeOf(given: Partial<Record<QuotaName, number | 'none'>>): Partial<Quotas> {
  return Object.fromEntries(Object.entries(given).map(([name, limit]) => [name, limit === 'none' ? null : limit]))
}

const lifted: Quotas = { keys: null, adsADay: null, mediaBytes: null, reportRowsAMinute: null }

const flagOf = (name: QuotaName) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function describeCount(count: number | null, otherwise: string): string {
  return count === null ? otherwise : count.toLocaleString('en')
}

/** In one cell of a table: what is limited, with what is used of it. */
export function quotasInShort({ limits, used }: QuotaUse): string {
  const some = quotaNames.flatMap((name) =>
    limits[name] === null ? [] : [`${flagOf(name)} ${used[name] ?? 0}/${limits[name]}`],
  )
  return some.join(', ') || '-'
}
