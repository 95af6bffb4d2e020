import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** What the command is asked for, on standard output, so that it can be piped. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Explanations, on standard error, so that they stay out of a pipe. */
export function explain(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Colour on a terminal only; styleText itself honours NO_COLOR. */
export function styled(style: Style, text: string): string {
  return process.stdout.isTTY ? styleText(style, text, { stream: process.stdout }) : text
}

export function formatTable(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [styled('bold', line(head)), ...rows.map(line)].join('\n')
}

/** Minutes are exact enough for a table: 2027-01-31 23:59 UTC. */
export function formatTime(time: Date | null, none = '-'): string {
  return time ? `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC` : none
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}
