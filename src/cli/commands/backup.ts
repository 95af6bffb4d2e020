import { constants, setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import type { Manifest } from '../../backup/manifest.ts'
import { sealSecret, shortestPassphrase } from '../../backup/secret.ts'
import { verifyBackup } from '../../backup/verify.ts'
import { takeBackup } from '../../backup/kept.ts'
import type { ToBackUp } from '../../backup/write.ts'
import { readConfig } from '../../config.ts'
import type { Config } from '../../config.ts'
import { mustShareMedia } from '../../core/media/shared-folder.ts'
import { openShared } from '../../core/media/storage.ts'
import { readSecretKey } from '../../core/secrets/keys.ts'
import { sealAtHand } from '../../core/secrets/open.ts'
import type { Seal } from '../../core/secrets/seal.ts'
import { sealedByOthers } from '../../core/secrets/sealed.ts'
import type { Db } from '../../db/connect.ts'
import { createSiblingReader } from '../../files/fetch/read-sibling.ts'
import { createDiskStore } from '../../files/store/store.ts'
import { createLog } from '../../log.ts'
import { required } from '../../lookup.ts'
import { readVersion } from '../../version.ts'
import { withDatabase } from '../database.ts'
import { plainSettings } from '../doctor/settings.ts'
import { countOf, explain, formatTime, print, sizeText } from '../print.ts'
import { CommandProblem } from '../problem.ts'

export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .description(
      'write everything into one file, while the service goes on: the database, media and settings that are no secrets',
    )
    .argument('<file>', 'where to write it; it must not be there yet')
    .option(
      '--with-secret',
      'with the key that secrets are sealed with, itself sealed by a passphrase (asked for, or BACKUP_PASSPHRASE)',
    )
    .action((file: string, options: { withSecret?: boolean }) => write(file, options))
  backup
    .command('verify')
    .description('read a backup to its last byte and say what is in it; fails where it is not whole')
    .argument('<file>', 'the backup')
    .action(verify)
}

async function write(file: string, { withSecret = false }: { withSecret?: boolean }): Promise<void> {
  const config = readConfig()
  const secret = withSecret ? await sealedSecret(config) : null
  if (withSecret)
    await withDatabase(config, ({ db }) => needNoEarlierKey(db, required(sealAtHand(config), 'secret key')))
  const began = Date.now()
  // Whoever launches meanwhile comes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const plain = { version: readVersion(), settings: plainSettings(config), secret }
  const { manifest, bytes } = await withDatabase(config, ({ db, connection }) =>
    withMedia(config, db, (media) => takeBackup(db, resolve(file), { ...plain, media, connection })),
  )
  print(
    `${file}: ${sizeText(bytes)}, ${backupContents(manifest)}, in ${((Date.now() - began) / 1000).toFixed(1)} s. It was read again and is whole.`,
  )
  if (manifest.media.where === 'bucket')
    explain(`Media lie in the bucket ${manifest.media.bucket} and stay there: see to it that the bucket is kept too.`)
  if (!withSecret)
    explain(
      'The key that platform tokens are sealed with is not in it: keep SECRET_KEY, or the file secret-key of DATA_DIR, elsewhere. --with-secret takes it along, sealed by a passphrase.',
    )
}

/** Where media lie: with those of other machines, which are asked for theirs. */
async function withMedia<T>(config: Config, db: Db, work: (media: ToBackUp['media']) => Promise<T>): Promise<T> {
  if (config.s3) return work({ bucket: config.s3.bucket })
  const own = createDiskStore(join(config.dataDir, 'media'))
  const seal = mustShareMedia(config) ? sealAtHand(config) : null
  if (!seal) return work({ store: own })
  const reader = createSiblingReader()
  try {
    return await work({ store: openShared(config, own, { db, log: createLog(config.logLevel), seal, reader }) })
  } finally {
    await reader.close()
  }
}

async function verify(file: string): Promise<void> {
  const manifest = await verifyBackup(resolve(file))
  print(
    `${file} is whole: ${backupContents(manifest)}, taken ${formatTime(new Date(manifest.takenAt))} by Flightdeck ${manifest.version}.`,
  )
  print(manifest.secret ? 'The secret key is in it, sealed by a passphrase.' : 'The secret key is not in it.')
}

export function backupContents({ tables, media }: Pick<Manifest, 'tables' | 'media'>): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = media.objects.reduce((sum, object) => sum + object.bytes, 0)
  const where = media.where === 'here' ? '' : ', listed only'
  return `${countOf(rows, 'row')} of ${countOf(tables.length, 'table')}, ${countOf(media.objects.length, 'media file')} (${sizeText(bytes)}${where})`
}

async function sealedSecret(config: Config): Promise<NonNullable<Manifest['secret']>> {
  const key = readSecretKey(config)
  if (!key)
    throw new CommandProblem('There is no secret key here: neither SECRET_KEY nor the file secret-key of DATA_DIR.')
  return sealSecret(key, await passphraseFor(config))
}

/** Only one key goes along: what another one sealed would open nowhere. */
async function needNoEarlierKey(db: Db, seal: Seal): Promise<void> {
  const others = await sealedByOthers(db, seal)
  if (others > 0)
    throw new CommandProblem(
      `${countOf(others, 'secret')} sealed with an earlier key, which would not be in the backup: run \`flightdeck secret rotate\` first.`,
    )
}

/** From the environment, or from whoever sits at the terminal. */
export async function passphraseFor({ backup }: Config): Promise<string> {
  const given = backup.passphrase ?? (await askPassphrase())
  if (given.length < shortestPassphrase)
    throw new CommandProblem(`The passphrase must have at least ${shortestPassphrase} characters.`)
  return given
}

async function askPassphrase(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CommandProblem('Give the passphrase in BACKUP_PASSPHRASE: there is no terminal to ask at.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(
      `A passphrase of at least ${shortestPassphrase} characters, without which the key cannot be had again: `,
    )
  } finally {
    terminal.close()
  }
}
