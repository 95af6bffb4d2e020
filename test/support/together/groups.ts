import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Loading the service takes longer than most files take to run: files share a process. */
const usualSize = 24
const isAlone = /^\/\/ Alone in its process: \S/

/** Neighbours are dealt out to different groups, because long ones lie side by side; whoever says so has a process of its own. */
function groupsOf(root: string, files: string[], size: number): string[][] {
  const isShared = (file: string) => !isAlone.test(readFileSync(join(root, file), 'utf8'))
  const shared = files.filter(isShared)
  const groups = files.filter((file) => !isShared(file)).map((file) => [file])
  const count = Math.ceil(shared.length / size)
  const dealt = Array.from({ length: count }, (_, first) => shared.filter((_file, at) => at % count === first))
  return [...groups, ...dealt]
}

/** An entry for every group, which `node --test` runs as if it were a test file. */
export async function writeGroups(root: string, files: string[], folder: string, size = usualSize): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const [unhooked, together] = ['unhooked.ts', 'together.ts'].map((name) =>
    JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href),
  )
  const write = async (group: string[], at: number) => {
    const entry = join(folder, `${String(at).padStart(3, '0')}-${group[0]!.replaceAll('/', '-')}.mjs`)
    const args = `${JSON.stringify(root)}, ${JSON.stringify(group)}`
    const words = [
      `import ${unhooked}`,
      `const { runTogether } = await import(${together})`,
      `await runTogether(${args})`,
    ]
    await writeFile(entry, `${words.join('\n')}\n`)
    return entry
  }
  return Promise.all(groupsOf(root, files, size).map(write))
}
