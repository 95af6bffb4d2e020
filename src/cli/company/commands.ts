import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { z } from 'zod'
import { sql } from '../../db/sql.ts'
import { everyCompany } from '../../db/scoped.ts'
import { readConfig } from '../../config.ts'
import { required } from '../../lookup.ts'
import { createCompany } from '../../core/people/companies/companies.ts'
import { audited } from '../audited.ts'
import { withDatabase } from '../database.ts'
import { explain, formatTable, formatTime, print } from '../print.ts'
import { listDeletions } from '../../core/leaving/leaving.ts'
import { readQuotas } from '../../core/quotas/store.ts'
import { addDeleteCommand } from './delete.ts'
import { addExportCommands } from './export.ts'
import { addQuotaCommand, quotasInShort } from './quota.ts'

export function addCompanyCommands(program: Command): void {
  const company = program.command('company').description('make and list companies, and say what each may use')
  company
    .command('create')
    .description('make a company with its first workspace')
    .argument('<name>', 'its name, such as "Acme Media"', parseName)
    .option('--slug <slug>', 'its short name in commands; made from the name when left out')
    .option('--owner-email <email>', 'e-mail address of the owner; needs --owner-name', parseEmail)
    .option('--owner-name <name>', 'name of the owner; needs --owner-email', parseName)
    .action(create)
  company.command('list').description('list companies').action(list)
  addQuotaCommand(company)
  addExportCommands(company)
  addDeleteCommand(company)
}

function parseName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It cannot be empty.')
  return text.trim()
}

function parseEmail(text: string): string {
  if (!z.email().safeParse(text).success) throw new InvalidArgumentError('It is not an e-mail address.')
  return text
}

interface CreateOptions {
  slug?: string
  ownerEmail?: string
  ownerName?: string
}

async function create(name: string, { slug, ownerEmail, ownerName }: CreateOptions, command: Command): Promise<void> {
  if ((ownerEmail === undefined) !== (ownerName === undefined)) {
    command.error('error: --owner-email and --owner-name go together')
  }
  await withDatabase(readConfig(), async ({ db }) => {
    const owner = ownerEmail && ownerName ? { email: ownerEmail, name: ownerName } : undefined
    const company = await createCompany(db, { name, slug, owner })
    const after = { name, slug: company.slug, owner: owner ?? null }
    const entry = { action: 'company create', targets: [`company:${company.id}`], after }
    await audited(db, company, async () => ({ result: null, entry }))
    print(`Company ${company.id} ("${company.name}") is made; its slug is ${company.slug}.`)
    if (owner) explain(`Its owner signs in by: flightdeck login-link --email ${owner.email} --company ${company.slug}`)
    explain(`Make a key for it with: flightdeck key create --company ${company.slug} --name "..."`)
  })
}

async function list(): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const rows = await everyCompany(db)
      .selectFrom('companies')
      .selectAll('companies')
      .select([
        sql<number>`(SELECT count(*)::int FROM api_keys WHERE company_id = companies.id AND revoked_at IS NULL
          AND (expires_at IS NULL OR expires_at > now()))`.as('keys'),
        sql<number>`(SELECT count(*)::int FROM connections WHERE company_id = companies.id)`.as('connections'),
      ])
      .orderBy('companies.id')
      .execute()
    if (rows.length === 0) return explain('There are no companies yet. The first start makes the demo company.')
    const quotas = await Promise.all(rows.map(({ id }) => readQuotas(db, id)))
    const table = rows.map((row, index) => [
      String(row.id),
      row.slug,
      row.name,
      String(row.keys),
      String(row.connections),
      formatTime(row.created_at),
      quotasInShort(required(quotas[index], 'quota')),
    ])
    print(formatTable(['id', 'slug', 'name', 'keys', 'connections', 'created', 'quotas'], table))
    for (const { companyId, dueAt, endedAt } of await listDeletions(db))
      explain(
        endedAt
          ? `Company ${companyId} was deleted on ${formatTime(endedAt)}.`
          : `Company ${companyId} is deleted on ${formatTime(dueAt)}.`,
      )
  })
}
