import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import type { KeyObject } from 'node:crypto'
import { everyCompany } from '../../db/scoped.ts'
import { readConfig } from '../../config.ts'
import type { Config } from '../../config.ts'
import { earlierKeys, trustedKeys } from '../../core/audit/keys.ts'
import { erasureAction } from '../../core/audit/erase.ts'
import { auditKey, publicKeyOf } from '../../core/audit/signed-head.ts'
import { verifyChain } from '../../core/audit/verify.ts'
import type { KeptHead } from '../../core/audit/verify.ts'
import { readSecretKeys } from '../../core/secrets/keys.ts'
import { createSeal } from '../../core/secrets/seal.ts'
import { withDatabase } from '../database.ts'
import { companyWithSlug } from '../lookup.ts'
import { countOf, explain, formatTime, print } from '../print.ts'
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
    .description('print the public keys by which the signed ends of logs (event audit.head) are checked')
    .action(printKeys)
}

/** The one of now, and those before it with the time in which they signed. */
async function printKeys(): Promise<void> {
  const config = readConfig()
  const [current] = keysOf(config)
  if (!current) return explain('There is no secret key yet: the first start of the service makes it.')
  print(publicKeyOf(current))
  await withDatabase(config, async ({ db }) => {
    for (const { publicKey, signedFrom, signedUntil } of await earlierKeys(db))
      print(
        `${publicKey} (earlier: ${signedFrom && signedUntil ? `signed from ${formatTime(signedFrom)} to ${formatTime(signedUntil)}` : 'signed nothing'})`,
      )
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
  const atHand = keysOf(config)
  await withDatabase(config, async ({ db }) => {
    const keys = atHand.length > 0 ? await trustedKeys(db, atHand) : null
    const companies =
      options.company === undefined
        ? await everyCompany(db).selectFrom('companies').select(['id', 'slug']).orderBy('id').execute()
        : [await companyWithSlug(db, options.company)]
    for (const { id, slug } of companies) {
      const { entries, signedHeads, start, erased, notCompared, problems } = await verifyChain(db, id, keys, kept)
      const signed = `${countOf(signedHeads, 'signed end')}${kept.length > 0 ? `, ${countOf(kept.length - notCompared.length, 'kept end')}` : ''}${erased > 0 ? `, ${countOf(erased, 'erasure')}, each by a ${erasureAction} entry` : ''}${keys ? '' : ', signatures not checked (no secret key here)'}`
      const left = start
        ? ` (1 to ${start.seq} left by retention, the last of them of ${formatTime(new Date(start.at))})`
        : ''
      if (problems.length === 0)
        print(`${slug}: ${entries} ${entries === 1 ? 'entry' : 'entries'}${left}, ${signed}: whole`)
      else process.exitCode = 1
      for (const seq of notCompared)
        explain(`${slug}: the kept end ${seq} was not compared: that entry left by retention.`)
      for (const problem of problems) print(`${slug}: ${problem}`)
    }
  })
}

/** Those at hand, newest first. Never makes a key: a new one has signed nothing. */
function keysOf(config: Config): KeyObject[] {
  const keys = readSecretKeys(config)
  return keys ? [keys.current, ...keys.previous].map((key) => auditKey(createSeal(key))) : []
}
