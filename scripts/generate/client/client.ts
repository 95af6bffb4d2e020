import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { withLists } from './closed-words.ts'
import { clientDocument } from './document.ts'
import { writeOperations } from './operations.ts'

/** What the typed client has from the table of operations. */
export async function generateClient(): Promise<Record<string, string>> {
  const document = await clientDocument()
  return {
    'client/src/generated/operations.gen.ts': writeOperations(document),
    'client/src/generated/types.gen.ts': await writeTypes(document),
  }
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
    return withLists(await readFile(join(path, 'types.gen.ts'), 'utf8'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
