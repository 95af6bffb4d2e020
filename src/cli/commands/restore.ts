import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { openArchive } from '../../backup/archive.ts'
import type { Manifest } from '../../backup/manifest.ts'
import { restoreBackup } from '../../backup/restore.ts'
import { accessAsOfBackup, resumeAfterRestore } from '../../backup/resume.ts'
import type { KeptKeys } from '../../backup/resume.ts'
import { openSecret } from '../../backup/secret.ts'
import { readConfig } from '../../config.ts'
import type { Config } from '../../config.ts'
import { isHeld, loadRestored, resumeCommand } from '../../core/restored.ts'
import { readSecretKey, writeSecretKey } from '../../core/secrets/keys.ts'
import { createDiskStore } from '../../files/store/store.ts'
import type { MediaStore } from '../../files/store/store.ts'
import { withDatabase } from '../database.ts'
import { countOf, explain, formatTable, formatTime, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'
import { backupContents, passphraseFor } from './backup.ts'

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description(
      'put a backup into an installation on which nothing was ever started; it is held until you say that it goes on',
    )
    .argument('<file>', 'the backup')
    .action(restore)
}

export function addResumeCommand(program: Command): void {
  program
    .command('resume')
    .description('let an installation go on that was restored from a backup')
    .requiredOption('--after-restore', 'that is what it is for')
    .option(
      '--keep-keys <all|none|ids>',
      'which API keys live on; the others are revoked. Without it, it is only said what there is',
    )
    .action(resume)
}

async function restore(file: string): Promise<void> {
  const config = readConfig()
  // Before anything is restored: a passphrase that is wrong restores nothing.
  const secretKey = await keyIn(config, await manifestIn(resolve(file)))
  const store = config.s3 ? null : createDiskStore(join(config.dataDir, 'media'))
  const manifest = await withDatabase(
    config,
    ({ connection }) => restoreBackup(resolve(file), { connection, putMedia: store && putInto(store, config.dataDir) }),
    { migrations: 'none' },
  )
  if (secretKey instanceof Buffer) await writeSecretKey(config.dataDir, secretKey)
  print(`${file} was restored: ${backupContents(manifest)}, as of ${formatTime(new Date(manifest.takenAt))}.`)
  if (secretKey === 'missing')
    explain(
      'The secret key is neither here nor in the backup: set SECRET_KEY to the one of that installation before you start.',
    )
  explain(
    `It is held: started, it answers to people with a new link (flightdeck login-link) and does nothing. Look around, then run ${resumeCommand}.`,
  )
}

/** Stored as an upload would be: by way of a file aside. */
function putInto(store: MediaStore, dataDir: string) {
  return async (key: string, bytes: Readable): Promise<void> => {
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
    const aside = join(dataDir, `restoring.${process.pid}`)
    try {
      await pipeline(bytes, createWriteStream(aside, { mode: 0o600 }))
      await store.put(aside, key, '')
    } finally {
      await rm(aside, { force: true })
    }
  }
}

async function manifestIn(file: string): Promise<Manifest> {
  const archive = await openArchive(file)
  archive.close()
  return archive.manifest
}

/** The key of a backup is put where a first start would have made one, unless there is one already. */
async function keyIn(config: Config, { secret }: Manifest): Promise<Buffer | 'here' | 'missing'> {
  if (readSecretKey(config)) return 'here'
  return secret ? openSecret(secret, await passphraseFor(config)) : 'missing'
}

async function resume({ keepKeys }: { keepKeys?: string }): Promise<void> {
  await withDatabase(readConfig(), async ({ db }) => {
    const restored = await loadRestored(db)
    if (!isHeld(restored))
      throw new CommandProblem(
        restored ? 'This installation goes on already.' : 'This installation was never restored from a backup.',
      )
    const access = await accessAsOfBackup(db)
    if (keepKeys === undefined) return describeAccess(restored.takenAt, access)
    const { kept, revoked } = await resumeAfterRestore(db, keptKeys(keepKeys, access.keys))
    print(`It goes on. ${countOf(kept, 'key')} live on, ${countOf(revoked, 'key')} were revoked.`)
  })
}

function describeAccess(takenAt: Date, { keys, people, guards }: Awaited<ReturnType<typeof accessAsOfBackup>>): void {
  print(
    `As of the backup of ${formatTime(takenAt)}. What was changed after it is not in it: revoke what was revoked since.`,
  )
  print(
    formatTable(
      ['key', 'company', 'name', 'begins with', 'scopes'],
      keys.map((key) => [String(key.id), key.company, key.name, key.key_start, key.scopes.join(' ')]),
    ),
  )
  print(
    formatTable(
      ['company', 'person', 'role'],
      people.map(({ company, email, role }) => [company, email, role]),
    ),
  )
  print(
    formatTable(
      ['company', 'guards'],
      guards.map((each) => [each.company, String(each.guards)]),
    ),
  )
  explain(
    `Nothing was done. Say which keys live on: ${resumeCommand} --keep-keys all (or none, or their numbers by comma).`,
  )
  process.exitCode = 1
}

function keptKeys(said: string, keys: { id: number }[]): KeptKeys {
  if (said === 'all') return 'all'
  if (said === 'none') return []
  const ids = said.split(',').map((text) => Number(text.trim()))
  const unknown = ids.find((id) => !keys.some((key) => Number(key.id) === id))
  if (unknown !== undefined)
    throw new CommandProblem(`There is no living key ${unknown}. Without --keep-keys it is said which there are.`)
  return ids
}
