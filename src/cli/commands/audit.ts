import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import type { KeyObject } from 'node:crypto'
import { everyCompany } from '../../db/scoped.ts'
import { readConfig } from '../../config.ts'
import type { Config } from '../../config.ts'
import { auditKey, publicKeyOf } from '../../core/audit/signed-head.ts'
import { verifyChain } from '../../core/audit/verify.ts'
import type { KeptHead } from '../../core/audit/verify.ts'
import { readSecretKey } from '../../core/secrets/seal.ts'
import { withDatabase } from '../database.ts'
import { companyWithSlug } from '../lookup.ts'
import { countOf, explain, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('who changed what through this service')
  audit
    .command('verify')
    .description('check that no entry was changed, added or taken out; exits with 1 when one was')
    .option('--company <slug>', 'only the log of this company')
    .option(
      '--head <seq:hash>',
      'an end that you kept of it (event audit.head); may be given several times',
      collectHead,
    )
    .action(verify)
  audit
    .command('key')
    .description('print the public key by which the signed ends of logs (event audit.head) are checked')
    .action(async () => {
      const key = await keyOf(readConfig())
      if (key) return print(publicKeyOf(key))
      explain('There is no secret key yet: the first start of the service makes it.')
    })
}

function collectHead(text: string, before: KeptHead[] = []): KeptHead[] {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/i.exec(text.trim()) ?? []
  if (seq === undefined || hash === undefined)
    throw new InvalidArgumentError('Give the number and the hash of an audit.head event, as in 120:b5bb9d80…')
  return [...before, { seq: Number(seq), hash: hash.toLowerCase() }]
}

async function verify(options: { company?: string; head?: KeptHead[] }): Promise<void> {
  const { head: kept = [] } = options
  if (kept.length > 0 && options.company === undefined)
    throw new CommandProblem('Say whose end it is that you kept: --company <slug>')
  const config = readConfig()
  const key = await keyOf(config)
  await withDatabase(config, async ({ db }) => {
    const companies =
      options.company === undefined
        ? await everyCompany(db).selectFrom('companies').select(['id', 'slug']).orderBy('id').execute()
        : [await companyWithSlug(db, options.company)]
    for (const { id, slug } of companies) {
      const { entries, signedHeads, problems } = await verifyChain(db, id, key, kept)
      const signed = `${countOf(signedHeads, 'signed end')}${kept.length > 0 ? `, ${countOf(kept.length, 'kept end')}` : ''}${key ? '' : ', signatures not checked (no secret key here)'}`
      if (problems.length === 0) print(`${slug}: ${entries} ${entries === 1 ? 'entry' : 'entries'}, ${signed}: whole`)
      else process.exitCode = 1
      for (const problem of problems) print(`${slug}: ${problem}`)
    }
  })
}

/** Never makes a key: a new one has signed nothing. */
async function keyOf(config: Config): Promise<KeyObject | null> {
  const secretKey = await readSecretKey(config)
  return secretKey && auditKey(secretKey)
}
