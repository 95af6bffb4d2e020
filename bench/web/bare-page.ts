import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packFiles } from '../../src/web/build/pack.ts'

const web = join(import.meta.dirname, '..', '..', 'web')

/** A page of web/bench in a folder of its own, built and packed as the dashboard is. */
export async function barePage(name: string): Promise<AsyncDisposable & { folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), `bare-${name}-`))
  const vite = join(web, 'node_modules', 'vite', 'bin', 'vite.js')
  const words = ['build', join(web, 'bench', name), '--config', join(web, 'vite.config.ts'), '--outDir', folder]
  await promisify(execFile)(process.execPath, [vite, ...words, '--emptyOutDir'], { cwd: web })
  await packFiles(join(folder, 'assets'))
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
