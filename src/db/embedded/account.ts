import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/** The user that PostgreSQL runs as when we are root, which it refuses to be. */
export interface Account {
  uid: number
  gid: number
}

const ownName = 'flightdeck'
const sharedName = 'nobody'
const run = promisify(execFile)

/** How systems make an account without a home, a shell and a password; the first that is there is used. */
const makers: [string, string[]][] = [
  ['/usr/sbin/useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ownName]],
  ['/usr/sbin/adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', ownName]],
]

/** null: we are not root, and the server runs as we do. */
export async function serverAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null
  return (await accountNamed(ownName)) ?? (await makeAccount()) ?? (await sharedAccount())
}

/** The account of whoever has none of their own: what one of its programs can read, all of them can. */
export async function sharedAccount(): Promise<Account> {
  return (await accountNamed(sharedName)) ?? { uid: 65534, gid: 65534 }
}

async function accountNamed(name: string): Promise<Account | null> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = users
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':')
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])]
  return Number.isInteger(uid) && Number.isInteger(gid) && uid !== 0 ? { uid, gid } : null
}

/** null: it cannot be made here. */
async function makeAccount(): Promise<Account | null> {
  const maker = makers.find(([program]) => existsSync(program))
  if (!maker) return null
  for (let tries = 0; tries < 3; tries++) {
    await run(...maker).catch(() => undefined)
    // Also when another start has just made it: only one program at a time may change the list of accounts.
    const created = await accountNamed(ownName)
    if (created) return created
    await delay(200)
  }
  return null
}
