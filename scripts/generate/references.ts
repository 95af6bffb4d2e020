import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './stale-files.ts'

const from = 'src/call/references.ts'

/** How a text of the service is said in other words is the same for agents and for the clients, which import nothing of the service. */
export async function references(): Promise<Record<string, string>> {
  const source = await readFile(join(root, from), 'utf8')
  return {
    'client/src/generated/references.gen.ts': `// Made by \`npm run client\` from ${from}. Do not edit.\n\n${source}`,
  }
}
