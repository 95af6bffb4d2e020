import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nextSteps, writeEvents, writeMoves, writeStates } from '../../src/core/journal/write-moves.ts'
import type { WriteMove } from '../../src/core/journal/write-moves.ts'

/** The page that tells how a write comes to exist once. Between these marks it is made from the table that the code goes by. */
export const page = join(import.meta.dirname, '..', '..', 'docs', 'reliability.md')
const marks = { begin: '<!-- the write protocol: npm run fix writes this -->', end: '<!-- the end of it -->' }

/** The page as it is, and as it should be. */
export async function readPage(): Promise<{ is: string; should: string }> {
  const is = await readFile(page, 'utf8')
  const [before, rest] = cut(is, marks.begin)
  const [, after] = cut(rest, marks.end)
  return { is, should: `${before}${marks.begin}\n\n${protocol()}\n\n${marks.end}${after}` }
}

function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`${page} has lost its mark ${mark}`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}

function protocol(): string {
  return [states(), picture(), moves(), repeats()].join('\n\n')
}

function table(head: string[], rows: string[][]): string {
  const lines = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [lines[0], `|${'---|'.repeat(head.length)}`, ...lines.slice(1)].join('\n')
}

function states(): string {
  return table(['a write is', 'when'], Object.entries(writeStates))
}

function picture(): string {
  const arrows = new Map<string, string[]>()
  for (const { from, event, to } of writeMoves) {
    const arrow = `${inPicture(from)} --> ${inPicture(to)}`
    arrows.set(arrow, [...(arrows.get(arrow) ?? []), event])
  }
  const lines = [...arrows].map(([arrow, events]) => `  ${arrow}: ${events.join(', ')}`)
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n')
}

function inPicture(state: WriteMove['from']): string {
  return state === 'none' ? '[*]' : state
}

function moves(): string {
  const rows = writeMoves
    .filter(({ event }) => event !== 'asked')
    .map(({ from, event, to, then, why }) => [
      from,
      `${event}: ${writeEvents[event]}`,
      to,
      `${nextSteps[then]}: ${why}`,
    ])
  return table(['from', 'what happens', 'to', 'then'], rows)
}

function repeats(): string {
  const rows = writeMoves
    .filter(({ event }) => event === 'asked')
    .map(({ from, to, then, why }) => [from, to, `${nextSteps[then]}: ${why}`])
  return table(['asked for while it is', 'it becomes', 'then'], rows)
}
