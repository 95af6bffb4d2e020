import { InvalidArgumentError, Option } from 'commander'
import type { Command } from 'commander'
import { everyCompany } from '../../db/scoped.ts'
import { readConfig } from '../../config.ts'
import { demoSlug } from '../../core/people/companies/companies.ts'
import { createApiKey, revokeApiKey, setKeySpends } from '../../core/people/keys.ts'
import { keySpends, scopes } from '../../core/context.ts'
import type { KeySpends, Scope } from '../../core/context.ts'
import { ifGiven } from '../../db/sql.ts'
import { audited } from '../audited.ts'
import { withDatabase } from '../database.ts'
import { parseExpiry } from '../connection/expiry.ts'
import { companyWithSlug, idFrom } from '../lookup.ts'
import { explain, formatTable, formatTime, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('make, list and revoke API keys')
  key
    .command('create')
    .description('make an API key; it is printed once, alone on standard output, and kept only as a hash')
    .requiredOption('--name <name>', 'what the key is for, such as CI')
    .option('--company <slug>', 'whose key it is', demoSlug)
    .option('--scopes <list>', `what it may do: ${scopes.join(', ')}, by comma`, parseScopes, ['read', 'launch'])
    .option('--expires <when>', 'last day (2027-01-31, UTC) or number of days (30d); never when left out', (text) =>
      parseExpiry(text),
    )
    .addOption(
      new Option('--for <who>', 'who uses it; a key for an agent asks before it spends').choices(['script', 'agent']),
    )
    .addOption(
      new Option('--spends <how>', 'act, or ask: whatever spends waits for a person first').choices([...keySpends]),
    )
    .action(createKey)
  key
    .command('list')
    .description('list API keys; the keys themselves are not known any more, only how they start')
    .option('--company <slug>', 'only the keys of this company')
    .action(listKeys)
  key
    .command('set')
    .description('say whether an API key acts or asks before it spends')
    .argument('<id>', 'its id in `flightdeck key list`')
    .addOption(
      new Option('--spends <how>', 'act, or ask: whatever spends waits for a person first')
        .choices([...keySpends])
        .makeOptionMandatory(),
    )
    .option('--company <slug>', 'whose key it is', demoSlug)
    .action(setKey)
  key
    .command('revoke')
    .description('revoke an API key; from that moment it opens nothing')
    .argument('<id>', 'its id in `flightdeck key list`')
    .option('--company <slug>', 'whose key it is', demoSlug)
    .action(revokeKey)
}

function parseScopes(text: string): Scope[] {
  const words = text.split(',').map((word) => word.trim())
  const wanted = scopes.filter((scope) => words.includes(scope))
  const unknown = words.filter((word) => !scopes.some((scope) => scope === word))
  if (unknown.length > 0 || wanted.length === 0) {
    throw new InvalidArgumentError(`Choose from ${scopes.join(', ')}, by comma.`)
  }
  return wanted
}

interface NewKeyOptions {
  name: string
  company: string
  scopes: Scope[]
  expires?: Date
  for?: 'script' | 'agent'
  spends?: KeySpends
}

async function createKey(options: NewKeyOptions): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const name = options.name.trim()
    if (name === '') throw new CommandProblem('The name of a key cannot be empty.')
    const spends = options.spends ?? (options.for === 'agent' ? 'ask' : 'act')
    const wanted = { companyId: company.id, name, scopes: options.scopes, expiresAt: options.expires ?? null, spends }
    const { id, key } = await audited(db, company, async (trx) => {
      const result = await createApiKey(trx, wanted)
      const after = { name, scopes: options.scopes, expiresAt: options.expires ?? null, spends }
      return { result, entry: { action: 'key create', targets: [`key:${result.id}`], after } }
    })
    const end = options.expires ? `ends ${formatTime(options.expires)}` : 'does not end by itself'
    explain(`Key ${id} ("${name}") of ${company.name} may ${options.scopes.join(', ')} and ${end}.`)
    if (spends === 'ask') explain('Whatever it spends waits for a person first: they approve it, or refuse it.')
    explain('This is the only time it is shown:')
    print(key)
  })
}

async function listKeys(options: { company?: string }): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = options.company === undefined ? null : await companyWithSlug(db, options.company)
    const rows = await everyCompany(db)
      .selectFrom('api_keys')
      .innerJoin('companies', 'companies.id', 'api_keys.company_id')
      .selectAll('api_keys')
      .select('companies.slug')
      .$call(ifGiven(company, (some, company) => some.where('company_id', '=', company.id)))
      .orderBy('api_keys.id')
      .execute()
    if (rows.length === 0) return explain('There are no keys yet. Make one with: flightdeck key create --name "..."')
    const head = [
      'id',
      'company',
      'name',
      'starts with',
      'scopes',
      'spends',
      'created',
      'last used',
      'expires',
      'state',
    ]
    const table = rows.map((row) => [
      String(row.id),
      row.slug,
      row.name,
      row.key_start,
      row.scopes.join(','),
      row.spends,
      formatTime(row.created_at),
      formatTime(row.last_used_at, 'never'),
      formatTime(row.expires_at, 'never'),
      stateOf(row),
    ])
    print(formatTable(head, table))
  })
}

function stateOf(row: { revoked_at: Date | null; expires_at: Date | null }): string {
  if (row.revoked_at) return 'revoked'
  return row.expires_at && row.expires_at <= new Date() ? 'expired' : 'active'
}

async function setKey(idText: string, options: { company: string; spends: KeySpends }): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const id = idFrom(idText)
    const { spends } = options
    const changed =
      id !== null &&
      (await audited(db, company, async (trx) => {
        const result = await setKeySpends(trx, company.id, { keyId: id, spends, maker: null })
        const entry = {
          action: 'key set',
          targets: [`key:${id}`],
          before: { spends: result?.before },
          after: { spends },
        }
        return { result, entry: result ? entry : null }
      }))
    if (!changed) throw new CommandProblem(`${company.name} has no living key ${idText}. See: flightdeck key list`)
    print(spends === 'ask' ? `Key ${id} asks before it spends.` : `Key ${id} acts.`)
  })
}

async function revokeKey(idText: string, options: { company: string }): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const company = await companyWithSlug(db, options.company)
    const id = idFrom(idText)
    const revoked =
      id !== null &&
      (await audited(db, company, async (trx) => {
        const before = await trx
          .selectFrom('api_keys')
          .where('company_id', '=', company.id)
          .select(['name', 'scopes', 'expires_at as expiresAt'])
          .where('id', '=', id)
          .executeTakeFirst()
        const result = await revokeApiKey(trx, company.id, id)
        const entry = { action: 'key revoke', targets: [`key:${id}`], before, after: { revoked: true } }
        return { result, entry: result ? entry : null }
      }))
    if (!revoked) throw new CommandProblem(`${company.name} has no living key ${idText}. See: flightdeck key list`)
    print(`Key ${id} is revoked.`)
  })
}
