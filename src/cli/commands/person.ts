import type { Command } from 'commander'
import { readConfig } from '../../config.ts'
import { keysCreatedBy, revokeKeysCreatedBy } from '../../core/people/keys.ts'
import { erasePerson } from '../../core/people/erase.ts'
import type { ErasedIn } from '../../core/people/erase.ts'
import type { CompanyId } from '../../db/company-id.ts'
import { inTransaction } from '../../db/connect.ts'
import type { Db } from '../../db/connect.ts'
import { everyCompany } from '../../db/scoped.ts'
import { sql } from '../../db/sql.ts'
import { required } from '../../lookup.ts'
import { audited, operator } from '../audited.ts'
import { withDatabase } from '../database.ts'
import { personCalled } from '../lookup.ts'
import { countOf, explain, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

export function addPersonCommand(program: Command): void {
  const person = program.command('person').description('delete people')
  person
    .command('delete')
    .description('take away everything that lets somebody in or tells who they were; what they made stays')
    .argument('<email|id>', 'their e-mail address, or their number')
    .option('--new-owner <email>', 'who becomes the owner where they are the only one')
    .option('--revoke-keys', 'also revoke the API keys that they made')
    .action(remove)
}

interface Options {
  newOwner?: string
  revokeKeys?: true
}

interface Member {
  companyId: CompanyId
  slug: string
  isOnlyOwner: boolean
}

async function remove(said: string, { newOwner, revokeKeys }: Options): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const userId = await personCalled(db, said)
    const companies = await membershipsOf(db, userId)
    await handOver(
      db,
      userId,
      companies.filter(({ isOnlyOwner }) => isOnlyOwner),
      newOwner,
    )
    for (const { companyId, slug } of companies) {
      const maker = { companyId, userId }
      const keys = await (revokeKeys ? revokeKeysCreatedBy(db, maker) : keysCreatedBy(db, maker))
      const names = keys.map(({ id, name }) => `${id} ("${name}")`).join(', ')
      if (keys.length > 0)
        explain(
          `Keys of ${slug} that they made ${revokeKeys ? 'were revoked' : 'live on (--revoke-keys ends them)'}: ${names}`,
        )
    }
    const erased = await erasePerson(db, { userId, actor: operator() })
    print(`Person ${userId} was deleted. What they made is shown as that of a deleted person.`)
    describeLogs(erased)
  })
}

function describeLogs(erased: ErasedIn[]): void {
  for (const { slug, erased: entries, kept } of erased) {
    explain(`Audit log of ${slug}: erased from ${countOf(entries, 'entry').replace('entrys', 'entries')}.`)
    if (kept > 0)
      explain(
        `${kept} of its entries were written before names stood beside them, and keep theirs: their hash is over it.`,
      )
  }
}

async function membershipsOf(db: Db, userId: number): Promise<Member[]> {
  const { rows } = await sql<Member>`
    SELECT company_id AS "companyId", slug, role = 'owner' AND NOT EXISTS (
      SELECT FROM memberships other WHERE other.company_id = mine.company_id AND other.role = 'owner' AND other.user_id <> ${userId}) AS "isOnlyOwner"
    FROM memberships mine JOIN companies ON companies.id = company_id WHERE user_id = ${userId} ORDER BY company_id`.execute(
    everyCompany(db),
  )
  return rows
}

/** A company always has an owner. All of them get one, or none. */
async function handOver(db: Db, userId: number, companies: Member[], email: string | undefined): Promise<void> {
  const slugs = companies.map(({ slug }) => slug).join(', ')
  if (companies.length > 0 && email === undefined)
    throw new CommandProblem(
      `They are the only owner of ${slugs}: name who becomes it with --new-owner, or delete the company. Nothing was done.`,
    )
  await inTransaction(db, async (trx) => {
    for (const { companyId, slug } of companies) {
      const { rows } = await sql<{ id: number }>`
        UPDATE memberships SET role = 'owner' FROM users
        WHERE company_id = ${companyId} AND users.id = user_id AND user_id <> ${userId} AND lower(email) = ${required(email, 'email').trim().toLowerCase()}
        RETURNING users.id`.execute(trx)
      const [next] = rows
      if (!next) throw new CommandProblem(`${slug} has nobody else with the address ${email}. Nothing was done.`)
      const entry = { action: 'person delete', targets: [`person:${next.id}`], after: { role: 'owner' } }
      await audited(trx, { id: companyId }, async () => ({ result: null, entry }))
    }
  })
}
