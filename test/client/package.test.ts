import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const client = join(root, 'client')
const commandLine = join(client, 'cli')
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

interface Package {
  dependencies: Record<string, string>
  exports: Record<string, Record<string, Record<string, string>>>
  bin?: Record<string, string>
}

const readPackage = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Package

const folder = await mkdtemp(join(tmpdir(), 'flightdeck-package-'))
after(() => rm(folder, { recursive: true, force: true }))

/** A package as an install puts it. The types of its source are checked with all others. */
async function installed(name: string, from: string, builds: [project: string, out: string][]): Promise<string> {
  const place = join(folder, 'node_modules', '@flightdeck', name)
  await mkdir(place, { recursive: true })
  await copyFile(join(from, 'package.json'), join(place, 'package.json'))
  for (const [project, out] of builds)
    await run(process.execPath, [tsc, '--noCheck', '--project', project, '--outDir', join(place, out)])
  return place
}

const plainNode = (...args: string[]) => run(process.execPath, ['--no-strip-types', ...args], { cwd: folder })

const body = `
  const flightdeck = createFlightdeck({ baseUrl: 'http://127.0.0.1:9', key: 'ak_1', fetch: () => { throw new TypeError('down') } })
  const told = flightdeck.whoAmI({}, { retries: 0 }).catch((error) => error)
  told.then((error) => console.log(error instanceof FlightdeckUnreachable, typeof flightdeck.launchAds, typeof verifyWebhook))
`

test('built and installed, the client is imported and required by plain Node, and needs nothing beside it', async () => {
  const place = await installed('client', client, [
    [client, 'dist'],
    [join(client, 'commonjs'), 'commonjs/dist'],
  ])
  await copyFile(join(client, 'commonjs', 'package.json'), join(place, 'commonjs', 'package.json'))
  const names = '{ createFlightdeck, FlightdeckUnreachable, verifyWebhook }'
  await writeFile(join(folder, 'main.mjs'), `import ${names} from '@flightdeck/client'\n${body}`)
  await writeFile(join(folder, 'main.cjs'), `const ${names} = require('@flightdeck/client')\n${body}`)
  // As every Node does that has no require of modules.
  for (const args of [['main.mjs'], ['--no-experimental-require-module', 'main.cjs']])
    assert.equal((await plainNode(...args)).stdout, 'true function function\n', args.join(' '))
  const { bin, dependencies } = await readPackage(place)
  assert.deepEqual([bin, dependencies], [undefined, undefined], 'the command line is a package of its own')
})

test('both kinds of module have its types, whatever the compiler goes by', async () => {
  const program = `
    import { createFlightdeck, FlightdeckError } from '@flightdeck/client'
    export const flightdeck = createFlightdeck({ baseUrl: '' })
    export const status = (id: number): Promise<{ totalAds: number }> => flightdeck.batches.status({ id })
    // @ts-expect-error no such figure
    export const wrong = flightdeck.listTopAds({ startDate: '', endDate: '', metric: 'spendd' })
    export const capOf = (error: unknown) =>
      error instanceof FlightdeckError && error.code === 'guard_refused' ? error.details.cap : undefined
  `
  const files = ['types.cts', 'types.mts']
  for (const file of files) await writeFile(join(folder, file), program)
  await installed('client', client, [])
  for (const [module, resolution] of [
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ] as const) {
    const how = ['--module', module, '--moduleResolution', resolution, '--target', 'es2022', '--lib', 'es2024,dom']
    const answer = await run(process.execPath, [tsc, ...how, '--strict', '--noEmit', '--skipLibCheck', ...files], {
      cwd: folder,
    }).catch((error: { stdout: string }) => error)
    assert.equal(answer.stdout, '', module)
  }
})

test('the command line is a package of its own, which finds what it depends on beside it', async () => {
  const place = await installed('cli', commandLine, [[commandLine, 'dist']])
  const { bin = {}, dependencies } = await readPackage(place)
  for (const name of Object.keys(dependencies)) await link(name)
  const template = await plainNode(join(place, bin.flightdeck!), 'launch', '--template')
  assert.match(template.stdout, /^name,account,ad set,/)
})

async function link(name: string): Promise<void> {
  await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
}

test('what a browser gets imports nothing that is not its own', async () => {
  for (const file of globSync('src/{*,{call,errors,follow,generated,upload}/*}.ts', { cwd: client })) {
    const text = await readFile(join(client, file), 'utf8')
    const imported = [...text.matchAll(/^(?:import|export) (?!type)[^;]*? from '([^']+)'/gm)].map((match) => match[1]!)
    assert.deepEqual(
      imported.filter((name) => !name.startsWith('.')),
      [],
      file,
    )
  }
})

test('the command line depends on the same versions as the service, and on nothing else', async () => {
  const [own, service] = await Promise.all([readPackage(commandLine), readPackage(root)])
  for (const [name, version] of Object.entries(own.dependencies))
    assert.equal(version, service.dependencies[name], name)
})
