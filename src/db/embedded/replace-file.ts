import { randomUUID } from 'node:crypto'
import { chown, rename, writeFile } from 'node:fs/promises'
import type { Account } from './account.ts'

/** A server that another process starts at this moment reads the file as it was or as it will be, never half of it. */
export async function replaceFile(path: string, text: string, account: Account | null): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  await writeFile(aside, text, { mode: 0o600 })
  if (account) await chown(aside, account.uid, account.gid)
  await rename(aside, path)
}
