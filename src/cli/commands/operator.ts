import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { recordAudit } from '../../core/audit/record.ts'
import { listOperators, lockMark, setMark } from '../../core/people/companies/operators.ts'
import type { OperatorMark } from '../../core/people/companies/operators.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { operator } from '../audited.ts'
import { withDatabase } from '../database.ts'
import { personCalled } from '../lookup.ts'
import { explain, formatTable, formatTime, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

export function addOperatorCommands(program: Command): void {
  const group = program.command('operator').description('say who sees the whole instance: its page in the dashboard')
  const who = ['<email|id>', 'their e-mail address, or their number'] as const
  group
    .command('add')
    .description('make somebody an operator; their address must be confirmed')
    .argument(...who)
    .action((said: string) => mark(said, true))
  group
    .command('remove')
    .description('somebody is no operator any more, from their next call on')
    .argument(...who)
    .action((said: string) => mark(said, false))
  group.command('list').description('list the operators').action(list)
}

async function mark(said: string, wanted: boolean): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const userId = await personCalled(db, said)
    const { name, isNew } = await inTransaction(db, (trx) => change(trx, userId, wanted))
    const state = wanted ? 'an operator' : 'no operator'
    print(`${name} (person ${userId}) is ${state}${isNew ? ' now' : ' already'}.`)
  })
}

/** Written down in the logs of their own companies: it concerns nobody else. */
async function change(trx: Db, userId: number, wanted: boolean): Promise<{ name: string; isNew: boolean }> {
  const found = await lockMark(trx, userId)
  if (!found) throw new CommandProblem(`There is nobody with the number ${userId}.`)
  if (wanted && !found.confirmed) throw unconfirmed(found)
  const before = found.since !== null
  if (before === wanted) return { name: found.name, isNew: false }
  await setMark(trx, userId, wanted)
  const entry = {
    ...{ action: `operator ${wanted ? 'add' : 'remove'}`, targets: [`person:${userId}`] },
    ...{ before: { operator: before }, after: { operator: wanted } },
  }
  for (const company of found.companies)
    await recordAudit(trx, company, { actor: operator(), ...entry, outcome: 'done' })
  return { name: found.name, isNew: true }
}

function unconfirmed({ id, email, companies }: OperatorMark): CommandProblem {
  const [company] = companies
  const next = company
    ? `Have them open the link of: flightdeck login-link --email ${email} --company ${company.slug}`
    : 'They belong to no company, and cannot sign in: invite them again first.'
  return new CommandProblem(`Nobody has confirmed yet that ${email} is the address of person ${id}. ${next}`)
}

async function list(): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const found = await listOperators(db)
    if (found.length === 0) explain('There is no operator. Make somebody one with: flightdeck operator add EMAIL')
    const rows = found.map(({ id, name, email, confirmed, since, companies }) => [
      ...[String(id), name, email, confirmed ? formatTime(since) : 'once the address is confirmed'],
      companies.map(({ slug }) => slug).join(', ') || '-',
    ])
    if (rows.length > 0) print(formatTable(['id', 'name', 'email', 'since', 'companies'], rows))
  })
}
