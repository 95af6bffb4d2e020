import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { makeApiKey } from '../../../src/core/people/keys.ts'
import { createDatabase, makeDataDir } from '../harness.ts'
import { childEnv } from '../service/child-env.ts'
import { freePort } from '../service/service-process.ts'
import { root } from './built.ts'

/** A service with its dashboard that can be killed and started again: database, data folder, port and sandbox outlive it. */
export interface Killable {
  url: string
  key: string
  start(): Promise<void>
  kill(): Promise<void>
  /** The address of a link that signs the owner in. */
  signInLink(): string
}

export async function killableService(sandboxUrl: string): Promise<Killable> {
  const database = await createDatabase()
  const [dataDir, port, key] = [await makeDataDir(), await freePort(), makeApiKey()]
  const env = {
    ...childEnv,
    DASHBOARD: 'on',
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SANDBOX_URL: sandboxUrl,
    DEMO_API_KEY: key,
    RATES_URL: 'off',
    REPORT_SYNC: 'off',
    LOG_LEVEL: 'error',
  }
  let child: ChildProcess | null = null
  const kill = async () => {
    const dying = child
    child = null
    if (!dying || dying.exitCode !== null) return
    const gone = new Promise((resolve) => dying.once('exit', resolve))
    dying.kill('SIGKILL')
    await gone
  }
  after(async () => {
    await kill()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    url: `http://localhost:${port}`,
    key,
    kill,
    async start() {
      child = await started(env)
    },
    signInLink() {
      const words = [join(root, 'src', 'main.ts'), 'login-link']
      return /http\S+/.exec(
        execFileSync(process.execPath, words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
      )![0]
    },
  }
}

/** Resolves when it answers. */
function started(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const victim = join(root, 'test', 'crash', 'victim.ts')
  const child = spawn(process.execPath, [victim, 'up'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready ')) resolve(child)
    })
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${said}`)))
  })
}
