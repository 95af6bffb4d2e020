import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { maxLineLength, wrapped } from './generate/wrapped.ts'

/** Prose that is read in an editor, a terminal or a diff has lines that fit. Rows of tables and code cannot be cut. */
export function documentsIn(root: string): string[] {
  return globSync(['*.md', 'client/*.md', 'docs/**/*.md'], { cwd: root }).sort()
}

/** Which lines are too long, by their numbers. */
export function longLines(text: string): string[] {
  return linesOf(text).flatMap(({ line, isProse }, index) =>
    isProse && line.length > maxLineLength ? [`${index + 1}: ${line}`] : [],
  )
}

/** The same words, with every paragraph that has a line too long broken anew. */
export function brokenAnew(text: string): string {
  const lines: string[] = []
  let paragraph: string[] = []
  const end = () => {
    lines.push(...anew(paragraph))
    paragraph = []
  }
  for (const { line, isProse } of linesOf(text)) {
    const isInParagraph = isProse && line.trim() !== '' && !/^(?:#|<!--)/.test(line)
    if (!isInParagraph || opensEntry.test(line)) end()
    if (isInParagraph) paragraph.push(line)
    else lines.push(line)
  }
  end()
  return lines.join('\n')
}

export function breakDocuments(root: string): void {
  for (const document of documentsIn(root)) {
    const text = readFileSync(join(root, document), 'utf8')
    if (longLines(text).length > 0) writeFileSync(join(root, document), brokenAnew(text))
  }
}

/** An entry of a list, which may follow another without an empty line. */
const opensEntry = /^\s*(?:[-*+]|\d+\.) /

function anew(paragraph: string[]): string[] {
  const [first = ''] = paragraph
  if (!paragraph.some((line) => line.length > maxLineLength)) return paragraph
  const lead = /^\s*/.exec(first)![0]
  const indent = ' '.repeat((opensEntry.exec(first)?.[0] ?? lead).length)
  const text = paragraph.map((line) => line.trim()).join(' ')
  return wrapped(text, { lead, indent }).split('\n')
}

function linesOf(text: string): { line: string; isProse: boolean }[] {
  let isCode = false
  return text.split('\n').map((line) => {
    const isFence = /^\s*```/.test(line)
    if (isFence) isCode = !isCode
    return { line, isProse: !isFence && !isCode && !line.startsWith('|') }
  })
}
