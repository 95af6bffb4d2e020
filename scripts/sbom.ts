import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes what the service and its dashboard are made of into a file of each in a folder, in CycloneDX, from their lock files:
 *   node scripts/sbom.ts FOLDER           what is installed here
 *   node scripts/sbom.ts FOLDER --lock    whatever the lock files name, for every kind of machine
 * The same packages are the same bytes: neither a moment nor a random number nor the name of a folder is in it.
 */
interface Locked {
  version?: string
  integrity?: string
  license?: string
  dev?: boolean
}

const root = join(import.meta.dirname, '..')
const [folder, from] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder? node scripts/sbom.ts FOLDER [--lock]')

async function bomOf(place: string, isIn: (path: string, locked: Locked) => boolean): Promise<object> {
  const lock = JSON.parse(await readFile(join(place, 'package-lock.json'), 'utf8')) as {
    name: string
    version: string
    packages: Record<string, Locked>
  }
  const entries = Object.entries(lock.packages).filter(([path, locked]) => path !== '' && isIn(path, locked))
  const found = new Map(entries.map(([path, locked]) => componentOf(nameIn(path), locked)))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: componentOf(lock.name, lock, 'application')[1] },
    components: [...found.keys()].sort().map((ref) => found.get(ref)),
  }
}

/** node_modules/a/node_modules/@b/c is the package @b/c. */
function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

function componentOf(name: string, { version, integrity, license }: Locked, type = 'library'): [string, object] {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [, sha512] = /^sha512-(\S+)/.exec(integrity ?? '') ?? []
  return [
    purl,
    {
      ...{ type, name, version, purl, 'bom-ref': purl },
      ...(sha512 ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] } : {}),
      ...(license
        ? { licenses: [license.includes(' ') ? { expression: license } : { license: { name: license } }] }
        : {}),
    },
  ]
}

async function write(name: string, place: string, isIn: (path: string, locked: Locked) => boolean): Promise<void> {
  const isHere = (path: string) => from === '--lock' || existsSync(join(place, path, 'package.json'))
  const bom = await bomOf(place, (path, locked) => isIn(path, locked) && isHere(path))
  await writeFile(join(folder!, `${name}.cdx.json`), `${JSON.stringify(bom, null, 1)}\n`)
}

await mkdir(folder, { recursive: true })
await write('service', root, (_path, { dev }) => dev !== true)
await write('dashboard', join(root, 'web'), () => true)
