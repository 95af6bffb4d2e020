import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './stale-files.ts'

const marks = { begin: '<!-- npm run client writes this -->', end: '<!-- the end of it -->' }

/** The page with what stands between its marks written anew. */
export async function markedPage(page: string, text: string): Promise<Record<string, string>> {
  const current = await readFile(join(root, page), 'utf8')
  const begin = current.indexOf(marks.begin)
  const end = current.indexOf(marks.end)
  if (begin < 0 || end < begin) throw new Error(`${page} has lost its marks ${marks.begin} and ${marks.end}`)
  return { [page]: `${current.slice(0, begin)}${marks.begin}\n\n${text}\n\n${current.slice(end)}` }
}
