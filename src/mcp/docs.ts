import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { entryOf } from '../lookup.ts'

/** The pages about this product that lie beside it. */
export interface DocsPage {
  uri: string
  name: string
  title: string
  text: string
}

const folder = join(import.meta.dirname, '..', '..', 'docs')

/** Read once, when somebody first asks. */
export async function readPages(): Promise<DocsPage[]> {
  const pages = await Promise.all([
    pagesIn(folder, 'docs'),
    ...['platforms', 'architecture'].map((part) => pagesIn(join(folder, part), part)),
  ])
  return pages.flat()
}

async function pagesIn(path: string, kind: string): Promise<DocsPage[]> {
  const files = (await readdir(path)).filter((file) => file.endsWith('.md')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(path, file), 'utf8')
      const name = file.slice(0, -'.md'.length)
      return { uri: `flightdeck://${kind}/${name}`, name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text }
    }),
  )
}

/** A part of a page, from one heading to the next. */
interface Section {
  page: string
  heading: string
  text: string
}

export function sectionsOf({ uri, title, text }: DocsPage): Section[] {
  return text.split(/^(?=##? )/m).flatMap((part) => {
    const [first = '', ...lines] = part.split('\n')
    const body = lines.join('\n').trim()
    return body === '' ? [] : [{ page: uri, heading: first.replace(/^#+ /, '') || title, text: body }]
  })
}

/** How well a text answers a question: its words, the rarer ones and those in the heading first. */
export function rank<T>(entries: T[], query: string, textOf: (entry: T) => { head: string; body: string }): T[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [])]
  const texts = entries.map((entry) => {
    const { head, body } = textOf(entry)
    return { entry, head: head.toLowerCase(), body: body.toLowerCase() }
  })
  const weight = new Map(
    words.map((word) => {
      const holders = texts.filter(({ head, body }) => head.includes(word) || body.includes(word)).length
      return [word, Math.log(1 + texts.length / (1 + holders))]
    }),
  )
  const scored = texts.map(({ entry, head, body }) => {
    const scores = words.map(
      (word) => entryOf(weight, word, 'weight') * ((head.includes(word) ? 3 : 0) + (body.includes(word) ? 1 : 0)),
    )
    return { entry, score: scores.reduce((sum, score) => sum + score, 0) }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}
