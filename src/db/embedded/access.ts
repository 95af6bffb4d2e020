import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { required } from '../../lookup.ts'
import type { Account } from './account.ts'
import { replaceFile } from './replace-file.ts'

/** Who may use a private server: whoever can read the password that lies beside it, in a file that is ours alone. */

const passwordRules = '# Written by Flightdeck: everybody needs the password.\nlocal all all scram-sha-256\n'
/** As they were before there was a password; only until it is set. */
const openRules = 'local all all trust\n'

const passwordFile = (dataDir: string) => join(dataDir, 'postgres-password')
const rulesFile = (cluster: string) => join(cluster, 'pg_hba.conf')

/** undefined: there is none yet. */
export async function readPassword(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(passwordFile(dataDir), 'utf8')).trim()
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
}

/** The same for all that ask at the same time. */
export async function ensurePassword(dataDir: string): Promise<string> {
  const known = await readPassword(dataDir)
  if (known !== undefined) return known
  const aside = `${passwordFile(dataDir)}.${randomUUID()}`
  await writeFile(aside, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  // Whole or not at all, and never in the place of one that is there.
  await link(aside, passwordFile(dataDir)).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error as unknown as Error
  })
  await rm(aside)
  return required(await readPassword(dataDir), 'password')
}

export async function writePasswordRules(cluster: string, account: Account | null): Promise<void> {
  await replaceFile(rulesFile(cluster), passwordRules, account)
}

/** Whether the server asks for the password that we have. */
export async function asksForPassword(dataDir: string, cluster: string): Promise<boolean> {
  return existsSync(passwordFile(dataDir)) && (await readFile(rulesFile(cluster), 'utf8')) === passwordRules
}

/** For a server without a password, or whose password was lost: before it starts. */
export async function openForOnce(cluster: string, account: Account | null): Promise<void> {
  await replaceFile(rulesFile(cluster), openRules, account)
}

/** Gives a running server that is open the password, and lets it ask for it from now on. */
export async function closeWithPassword(
  connection: { host: string; user: string; database: string; password: string },
  cluster: string,
  account: Account | null,
): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const password = pg.escapeLiteral(connection.password)
    await client.query("SET password_encryption = 'scram-sha-256'")
    await client.query(`ALTER ROLE ${pg.escapeIdentifier(connection.user)} PASSWORD ${password}`)
    await replaceFile(rulesFile(cluster), passwordRules, account)
    await client.query('SELECT pg_reload_conf()')
  } finally {
    await client.end()
  }
}

/** Hands over what another account owned, such as the shared one that servers once ran as.  */
export async function takeOver(folder: string, account: Account, stop: () => Promise<void>): Promise<void> {
  if (!existsSync(folder)) return
  const { uid } = await stat(folder)
  if (uid === account.uid || uid === 0) return
  await stop()
  await promisify(execFile)('chown', ['-R', `${account.uid}:${account.gid}`, folder])
}
