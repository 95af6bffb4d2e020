import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { clientDocument } from './document.ts'
import { writeOperations } from './operations.ts'

/** The files of client/src/generated/, by name. */
export async function generateClient(): Promise<Record<string, string>> {
  const document = clientDocument()
  return { 'operations.gen.ts': writeOperations(document), 'types.gen.ts': await writeTypes(document) }
}

async function writeTypes(document: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'flightdeck-client-'))
  try {
    const input = join(folder, 'openapi.json')
    const path = join(folder, 'out')
    await writeFile(input, JSON.stringify(document))
    await createClient({
      input,
      output: { path, module: { extension: '.ts' }, postProcess: [] },
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent', file: false },
    })
    return await readFile(join(path, 'types.gen.ts'), 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const generatedFolder = join(import.meta.dirname, '..', '..', 'client', 'src', 'generated')

/** The names of files that are not what the generator would write now. */
export async function staleFiles(files: Record<string, string>): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const current = await readFile(join(generatedFolder, name), 'utf8').catch(() => null)
      return current === text ? null : name
    }),
  )
  return found.filter((name) => name !== null)
}

export async function writeClient(files: Record<string, string>): Promise<void> {
  await mkdir(generatedFolder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(generatedFolder, name), text)
}
