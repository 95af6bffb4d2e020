import { execFile } from 'node:child_process'
import { copyFile, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { childEnv } from './service/child-env.ts'
import type { TestApp } from './harness.ts'

const root = join(import.meta.dirname, '..', '..')

/** Runs the blocks of a page as one script, beside a service, in a folder as people have it. Answers what they said. */
export async function runBlocks(app: TestApp, page: string): Promise<string> {
  const bin = join(app.dataDir, 'bin')
  await mkdir(bin)
  await mkdir(join(app.dataDir, 'data'))
  await symlink(join(root, 'flightdeck'), join(bin, 'flightdeck'))
  await copyFile(join(app.dataDir, 'demo-key'), join(app.dataDir, 'data', 'demo-key'))
  const blocks = [...page.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block]) => block!)
  const script = blocks
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', app.url)
    .replaceAll('http://127.0.0.1:8081', app.sandboxUrl)
  const env = { ...childEnv, HOME: app.dataDir, PATH: `${bin}:${childEnv.PATH}` }
  const options = { cwd: app.dataDir, env, maxBuffer: 2 ** 24 }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], options)
  return stdout
}
