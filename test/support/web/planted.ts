import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { installDashboard } from '../../../src/web/build/build.ts'
import { root } from './built.ts'

/** Sources of a dashboard in a folder of their own, with the packages of this checkout, which tests may break. */
export async function plantedDashboard(files: Record<string, string> = {}): Promise<string> {
  await installDashboard(root, { report: () => undefined, signal: new AbortController().signal })
  const folder = await mkdtemp(join(tmpdir(), 'flightdeck-dashboard-'))
  after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'web', 'src'), { recursive: true })
  await mkdir(join(folder, 'client', 'src'), { recursive: true })
  await symlink(join(root, 'web', 'node_modules'), join(folder, 'web', 'node_modules'))
  for (const name of ['package.json', 'package-lock.json']) {
    await cp(join(root, 'web', name), join(folder, 'web', name))
  }
  const sources = {
    'index.html':
      '<!doctype html><title>Planted</title><div id="root"></div><script type="module" src="/src/main.ts"></script>',
    'src/main.ts': `document.title = 'Planted'\n`,
    'vite.config.ts': `export default { base: './', build: { modulePreload: { polyfill: false } } }\n`,
    ...files,
  }
  for (const [name, text] of Object.entries(sources)) await writeFile(join(folder, 'web', name), text)
  return folder
}
