import type { Readable } from 'node:stream'

/** Where text goes; a terminal says so, and how wide it is. */
export interface Output {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

/** All that the command line knows of the machine it runs on. Tests make their own. */
export interface World {
  env: Record<string, string | undefined>
  cwd: string
  home: string
  platform: NodeJS.Platform
  stdin: Readable & { isTTY?: boolean }
  stdout: Output
  stderr: Output
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** Colours for people alone: never in a pipe, and never where somebody said that they want none. */
export function isColourful({ env }: World, output: Output): boolean {
  return output.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}
