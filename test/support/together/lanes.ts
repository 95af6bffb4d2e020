import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const isAlone = /^\/\/ Alone in its process: \S/

/** Test files, and how many processes share them. */
interface Shared {
  /** Those that open a browser share one, and a process that begins with them: two browsers would only take turns. */
  inBrowser: string[]
  others: string[]
  processes: number
}

/**
 * Entries which `node --test` runs as if they were test files. Loading the service takes longer than most files take to run, so a
 * few processes share them: each takes the next one when it has ended its last. Whoever says so has a process of its own.
 */
export async function writeLanes(root: string, folder: string, all: Shared): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const alone = all.others.filter((file) => isAlone.test(readFileSync(join(root, file), 'utf8')))
  const shared = all.others.filter((file) => !alone.includes(file))
  const lists = [
    ...(all.inBrowser.length > 0 ? [[...all.inBrowser, ...shared]] : []),
    ...alone.map((file) => [file]),
    ...Array.from({ length: Math.min(all.processes, shared.length) }, () => shared),
  ]
  const write = async (list: string[], at: number) => {
    const entry = join(folder, `${String(at).padStart(2, '0')}.mjs`)
    await writeFile(entry, entryOf(root, list))
    return entry
  }
  return Promise.all(lists.map(write))
}

function entryOf(root: string, files: string[]): string {
  const [imports, together] = ['../../../src/imports.ts', 'together.ts'].map((path) =>
    JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href),
  )
  const lines = [
    // First, so that what comes after it is found sooner.
    `import ${imports}`,
    `const { runTogether } = await import(${together})`,
    `await runTogether(${JSON.stringify({ root, files })}, import.meta.dirname)`,
  ]
  return `${lines.join('\n')}\n`
}
