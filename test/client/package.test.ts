import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const client = join(root, 'client')

interface Package {
  dependencies: Record<string, string>
  exports: Record<string, Record<string, string>>
  bin: Record<string, string>
}

const readPackage = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Package

test('built and installed, the package is imported by plain Node, and needs nothing of the service', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flightdeck-package-'))
  try {
    const installed = join(folder, 'node_modules', '@flightdeck', 'client')
    await mkdir(installed, { recursive: true })
    await copyFile(join(client, 'package.json'), join(installed, 'package.json'))
    // Its types are checked with all others.
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    await run(process.execPath, [tsc, '--noCheck', '--project', client, '--outDir', join(installed, 'dist')])
    const script = `
      import { createFlightdeck, FlightdeckUnreachable, verifyWebhook } from '@flightdeck/client'
      const flightdeck = createFlightdeck({ baseUrl: 'http://127.0.0.1:9', key: 'ak_1', fetch: () => { throw new TypeError('down') } })
      const error = await flightdeck.whoAmI({}, { retries: 0 }).catch((error) => error)
      console.log(error instanceof FlightdeckUnreachable, typeof flightdeck.launchAds, typeof verifyWebhook)
    `
    await writeFile(join(folder, 'main.mjs'), script)
    const { stdout } = await run(process.execPath, ['--no-strip-types', 'main.mjs'], { cwd: folder })
    assert.equal(stdout, 'true function function\n')
    const { exports, bin } = await readPackage(installed)
    assert.match(await readFile(join(installed, exports['.']!.types!), 'utf8'), /createFlightdeck/)
    // Its command line finds what it depends on beside it, as an install puts it.
    for (const name of ['commander', 'csv-parse', 'read-excel-file', 'cli-progress'])
      await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name))
    const command = [join(installed, bin.flightdeck!), 'launch', '--template']
    const template = await run(process.execPath, ['--no-strip-types', ...command], { cwd: folder })
    assert.match(template.stdout, /^name,account,ad set,/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

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

test('the client depends on the same versions as the service, and on nothing else', async () => {
  const [own, service] = await Promise.all([readPackage(client), readPackage(root)])
  for (const [name, version] of Object.entries(own.dependencies))
    assert.equal(version, service.dependencies[name], name)
})
