import { nextSteps, writeEvents, writeMoves, writeStates } from '../../src/core/journal/write/moves.ts'
import type { WriteMove } from '../../src/core/journal/write/moves.ts'
import { markedPage } from './marked-page.ts'

/** What docs/reliability.md says of how a write comes to exist once, from the table that the code goes by. */
export function protocolPage(): Promise<Record<string, string>> {
  return markedPage('docs/reliability.md', [states(), picture(), moves(), repeats()].join('\n\n'))
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
