import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after } from 'node:test'
import { runAds } from '../../../client/cli/program.ts'

interface Ran {
  code: number
  out: string
  err: string
  json<T = Record<string, unknown>>(): T
}

interface RunOptions {
  env?: Record<string, string>
  stdin?: string
  /** A terminal of that many columns. */
  columns?: number
  signal?: AbortSignal
  onError?: (text: string) => void
}

export interface CommandLine {
  /** Where the command line is used, with a home of its own. */
  folder: string
  run(words: string[], options?: RunOptions): Promise<Ran>
}

/** The command line in this process, for one test file: what it prints is kept, and its home is a folder of its own. */
export async function commandLine(env: Record<string, string> = {}): Promise<CommandLine> {
  const folder = await mkdtemp(join(tmpdir(), 'flightdeck-cli-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return {
    folder,
    async run(words, options = {}) {
      const printed = { out: '', err: '' }
      const { columns } = options
      const terminal = columns === undefined ? {} : { isTTY: true, columns }
      const code = await runAds(words, {
        env: { ...env, ...options.env },
        cwd: folder,
        home: folder,
        platform: 'linux',
        stdin: Readable.from(options.stdin === undefined ? [] : [options.stdin]),
        stdout: { write: (text) => (printed.out += text), ...terminal },
        stderr: {
          write(text) {
            printed.err += text
            options.onError?.(text)
          },
        },
        signal: options.signal ?? new AbortController().signal,
      })
      return { code, ...printed, json: <T>() => JSON.parse(printed.out) as T }
    },
  }
}
