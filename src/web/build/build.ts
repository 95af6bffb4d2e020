import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { installPackages, isInstalled } from './install.ts'
import { withLock } from './lock.ts'
import { packFiles } from './pack.ts'
import { BuildProblem, runTool } from './run-tool.ts'
import { folderOf, stampOf } from './stamp.ts'

export type BuildStep = 'waiting' | 'installing' | 'building'

export interface BuildOptions {
  report: (step: BuildStep) => void
  signal: AbortSignal
}

/** Earlier builds that stay: services of other versions may run from the same folder. */
const keptBuilds = 3

/** Whether there is a whole dashboard in the folder. */
export function isBuilt(folder: string): boolean {
  return existsSync(join(folder, 'index.html'))
}

/** Installs and builds what is not there yet; answers where it lies. Whoever comes meanwhile waits for it. */
export async function buildDashboard(root: string, { report, signal }: BuildOptions): Promise<string> {
  const web = join(root, 'web')
  const folder = folderOf(root, await stampOf(root))
  if (isBuilt(folder)) return folder
  const onWait = () => report('waiting')
  return await withLock(join(web, '.build-lock'), { onWait, signal }, async () => {
    if (isBuilt(folder)) return folder
    await installWhatIsMissing(web, { report, signal })
    report('building')
    await removeOldBuilds(join(web, 'dist'))
    await buildInto(folder, root, signal)
    return folder
  })
}

/** For those who need the packages alone. */
export async function installDashboard(root: string, { report, signal }: BuildOptions): Promise<void> {
  const web = join(root, 'web')
  if (await isInstalled(web)) return
  const onWait = () => report('waiting')
  await withLock(join(web, '.build-lock'), { onWait, signal }, () => installWhatIsMissing(web, { report, signal }))
}

async function installWhatIsMissing(web: string, { report, signal }: BuildOptions): Promise<void> {
  if (await isInstalled(web)) return
  report('installing')
  await installPackages(web, signal)
}

/** Beside its place, and moved there whole. */
async function buildInto(folder: string, root: string, signal: AbortSignal): Promise<void> {
  const web = join(root, 'web')
  const half = join(web, 'dist', `half-${process.pid}`)
  try {
    await rm(half, { recursive: true, force: true })
    await mkdir(half, { recursive: true })
    const vite = join(web, 'node_modules', 'vite', 'bin', 'vite.js')
    const words = [vite, 'build', '--outDir', half, '--emptyOutDir', '--logLevel', 'warn']
    const { code, said } = await runTool(process.execPath, words, { folder: web, signal })
    if (code !== 0) throw new BuildProblem(`Its sources could not be built: ${firstError(said, root)}`, said)
    await packFiles(half)
    await rm(folder, { recursive: true, force: true })
    await rename(half, folder)
  } finally {
    await rm(half, { recursive: true, force: true })
  }
}

/** The line that says most, without where on this machine it is. */
function firstError(said: string, root: string): string {
  const lines = said
    .replaceAll(`${root}/`, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(\W*build failed|error during build)/i.test(line))
  return lines[0]?.slice(0, 300) ?? 'vite did not say why.'
}

async function removeOldBuilds(dist: string): Promise<void> {
  const names = await readdir(dist).catch(() => [])
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(dist, name)).catch(() => null))?.mtimeMs ?? 0 })),
  )
  const old = dated.sort((a, b) => b.at - a.at).slice(keptBuilds - 1)
  const left = dated.filter(({ name }) => name.startsWith('half-'))
  for (const { name } of [...old, ...left]) await rm(join(dist, name), { recursive: true, force: true })
}
