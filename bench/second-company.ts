import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchService } from './service.ts'

const run = promisify(execFile)

/** A company beside the first one; answers its key. */
export async function secondCompany(service: BenchService): Promise<string> {
  const main = join(import.meta.dirname, '..', 'src', 'main.ts')
  const env = { PATH: process.env.PATH, DATA_DIR: service.dataDir }
  await run(process.execPath, [main, 'company', 'create', 'Second'], { env })
  const { stdout } = await run(
    process.execPath,
    [main, 'key', 'create', '--company', 'second', '--name', 'bench', '--scopes', 'read,launch'],
    { env },
  )
  return stdout.trim()
}
