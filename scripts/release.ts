import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { buildDashboard } from '../src/web/build/build.ts'
import { checkTag } from './release-tag.ts'

/**
 * Makes the archive of a release out of the last commit, with the dashboard built and what it is made of (CycloneDX), twice, in two
 * folders, and compares: npm run release [-- FOLDER]. Two that differ are no release, and none is made of a commit whose tag is not the
 * version. Needs git and the tar of GNU.
 */
const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

const parts = ['src', 'sandbox', 'client', 'migrations', 'web', 'scripts', 'deploy', 'docs']
const files = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  '.npmrc',
  'flightdeck',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
]
const packages = ['SECURITY.md', 'Containerfile', '.containerignore', 'compose.yaml']
const leftOut = [':(exclude)web/bench', ':(exclude)src/**/*.test.ts', ':(exclude)sandbox/**/*.test.ts']

interface Release {
  name: string
  /** Seconds: every file is as old as the commit. */
  time: string
}

async function makeArchive({ name, time }: Release, place: string): Promise<string> {
  const folder = join(place, name)
  await mkdir(folder, { recursive: true })
  const source = join(place, 'source.tar')
  await run('git', ['archive', '--output', source, 'HEAD', '--', ...parts, ...files, ...packages, ...leftOut], {
    cwd: root,
  })
  await run('tar', ['--extract', '--file', source, '--directory', folder])
  const report = (step: string) => process.stderr.write(`${folder}: ${step} ...\n`)
  await buildDashboard(folder, { report, signal: new AbortController().signal })
  await run(process.execPath, [join(folder, 'scripts', 'sbom.ts'), join(folder, 'sbom'), '--lock'])
  await rm(join(folder, 'web', 'node_modules'), { recursive: true, force: true })
  const archive = join(place, `${name}.tar.gz`)
  await run(
    'tar',
    [...sameEverywhere(time), '--use-compress-program=gzip -n -9', '--create', '--file', archive, name],
    { cwd: place },
  )
  return archive
}

/** Nothing of who packed it, when and where. */
function sameEverywhere(time: string): string[] {
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go+r,go-w']
  return ['--sort=name', '--format=ustar', `--mtime=@${time}`, ...owner]
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function main(out: string): Promise<number> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const { tag, isSet, problem } = await checkTag(root, version)
  if (problem) {
    process.stderr.write(`${problem}\n`)
    return 1
  }
  const { stdout } = await run('git', ['log', '-1', '--format=%ct'], { cwd: root })
  const release = { name: `flightdeck-${version}`, time: stdout.trim() }
  // Not beside each other, and of different length: what knows where it was made differs.
  const places = [await mkdtemp(join(tmpdir(), 'release-')), await mkdtemp(join(tmpdir(), 'release-once-more-'))]
  try {
    const archives: string[] = []
    for (const place of places) archives.push(await makeArchive(release, place))
    const [first, second] = await Promise.all(archives.map(digestOf))
    process.stdout.write(`${first}  first\n${second}  second\n`)
    if (first !== second) {
      process.stderr.write('The two differ: this is no release.\n')
      return 1
    }
    const name = `${release.name}.tar.gz`
    await mkdir(out, { recursive: true })
    await copyFile(archives[0]!, join(out, name))
    await writeFile(join(out, `${name}.sha256`), `${first}  ${name}\n`)
    process.stdout.write(`The same, byte by byte: ${join(out, name)}\n`)
    if (!isSet) process.stdout.write(`Tag the commit that it was made of: git tag ${tag}\n`)
    return 0
  } finally {
    for (const place of places) await rm(place, { recursive: true, force: true })
  }
}

process.exitCode = await main(resolve(process.argv[2] ?? join(root, 'release')))
