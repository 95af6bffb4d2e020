import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { deleteNow } from '../../backup/company/due.ts'
import { readConfig } from '../../config.ts'
import type { Company } from '../../core/people/companies/companies.ts'
import { noLongerKept } from '../../core/leaving/ends.ts'
import { beginDeletion, cancelDeletion, quieten, waitingDays } from '../../core/leaving/leaving.ts'
import { dayMs } from '../../days.ts'
import type { Db } from '../../db/connect.ts'
import { audited } from '../audited.ts'
import { withDatabase } from '../database.ts'
import { companyNamed } from '../lookup.ts'
import { countOf, explain, formatTime, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

export function addDeleteCommand(company: Command): void {
  company
    .command('delete')
    .description(`delete a company with everything of it, after ${waitingDays} days in which it can be taken back`)
    .argument('<id>', 'id or slug of the company')
    .option('--now', 'without the waiting time; its name is asked for')
    .option('--cancel', 'take it back')
    .action(remove)
}

interface Options {
  now?: true
  cancel?: true
}

async function remove(id: string, { now, cancel }: Options, command: Command): Promise<void> {
  if (now && cancel) command.error('error: --now and --cancel contradict each other')
  await withDatabase(readConfig(), async ({ db, connection }) => {
    const company = await companyNamed(db, id)
    if (cancel) return takeBack(db, company)
    if (now) await requireName(company)
    const dueAt = new Date(Date.now() + (now ? 0 : waitingDays * dayMs))
    const lost = await noLongerKept(db, company.id)
    await audited(db, company, async (trx) => {
      await beginDeletion(trx, company, dueAt)
      const entry = {
        action: 'company delete',
        targets: [`company:${company.id}`],
        after: { dueAt, now: now ?? false },
      }
      return { result: null, entry }
    })
    await quieten(db, company)
    for (const line of lost) print(line)
    if (lost.length > 0) explain('Nobody looks after these once the company is gone.')
    explain('Ads that run on the platforms go on running there: pause them there, or before you delete the company.')
    if (!now) return describeWaiting(company, dueAt)
    const isGone = await deleteNow({ db, connection }, company.id)
    print(
      isGone
        ? `Company ${company.id} was deleted. Its media files are removed by the service within a day.`
        : `Ads of ${company.name} are being recorded at this moment: a worker deletes it as soon as that is over.`,
    )
  })
}

function describeWaiting(company: Company, dueAt: Date): void {
  print(`${company.name} is deleted on ${formatTime(dueAt)}. Its keys and people are refused from now on.`)
  explain(`To take it back until then: flightdeck company delete ${company.slug} --cancel`)
  explain(`To keep what it has: flightdeck company export ${company.slug} FILE`)
}

async function takeBack(db: Db, company: Company): Promise<void> {
  const { keys } = await audited(db, company, async (trx) => {
    const result = await cancelDeletion(trx, company)
    return { result, entry: { action: 'company delete --cancel', targets: [`company:${company.id}`], after: result } }
  })
  print(`${company.name} stays. ${countOf(keys, 'key')} open again what they did; people sign in anew.`)
  explain('What was cancelled stays so: batches can be launched again, approvals and invites are asked for anew.')
}

/** Typed again, at the terminal or on standard input: nobody deletes the wrong one by a slip. */
async function requireName({ name }: Company): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const typed = await terminal.question(`This cannot be taken back. Type the name of the company (${name}): `)
    if (typed.trim() !== name) throw new CommandProblem('That is not its name. Nothing was done.')
  } finally {
    terminal.close()
  }
}
