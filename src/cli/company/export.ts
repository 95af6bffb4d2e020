import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { exportCompany } from '../../backup/company/export.ts'
import { verifyBackup } from '../../backup/verify.ts'
import { readConfig } from '../../config.ts'
import type { Config } from '../../config.ts'
import { createDiskStore } from '../../files/store/store.ts'
import { readVersion } from '../../version.ts'
import { audited } from '../audited.ts'
import { backupContents } from '../commands/backup.ts'
import { withDatabase } from '../database.ts'
import { companyNamed } from '../lookup.ts'
import { explain, formatTime, print } from '../print.ts'

export function addExportCommands(company: Command): void {
  company
    .command('export')
    .description(
      'write everything of a company into one file, without keys, tokens and sessions, while the service goes on',
    )
    .argument('<id>', 'id or slug of the company')
    .argument('<file>', 'where to write it; it must not be there yet')
    .action(write)
  company
    .command('verify-export')
    .description('read an export to its last byte and say what is in it; fails where it is not whole')
    .argument('<file>', 'the export')
    .action(verify)
}

async function write(id: string, file: string): Promise<void> {
  const config = readConfig()
  await withDatabase(config, async ({ db, connection }) => {
    const company = await companyNamed(db, id)
    const wanted = { connection, version: readVersion(), company }
    await withStore(config, (store) => exportCompany(resolve(file), { ...wanted, store }))
    const manifest = await verifyBackup(resolve(file), 'company')
    const entry = { action: 'company export', targets: [`company:${company.id}`], after: { takenAt: manifest.takenAt } }
    await audited(db, company, async () => ({ result: null, entry }))
    print(`${file}: ${backupContents(manifest)} of ${company.name}. It was read again and is whole.`)
    if (manifest.media.gone.length > 0)
      explain(`${manifest.media.gone.length} media files were not where they should be, and are not in it.`)
    explain('Keys, tokens, sessions and what recognises them are not in it: manifest.json names what is left out.')
  })
}

async function withStore<T>(
  { s3, dataDir }: Config,
  work: (store: ReturnType<typeof createDiskStore>) => Promise<T>,
): Promise<T> {
  if (!s3) return work(createDiskStore(join(dataDir, 'media')))
  const { createS3Store } = await import('../../files/store/s3.ts')
  const store = createS3Store(s3)
  try {
    return await work(store)
  } finally {
    store.close()
  }
}

async function verify(file: string): Promise<void> {
  const manifest = await verifyBackup(resolve(file), 'company')
  const { company, takenAt, version } = manifest
  print(
    `${file} is whole: ${backupContents(manifest)} of ${company?.name ?? 'a company'}, taken ${formatTime(new Date(takenAt))} by Flightdeck ${version}.`,
  )
}
