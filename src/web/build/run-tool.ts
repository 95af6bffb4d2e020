import { spawn } from 'node:child_process'
import { dirname, delimiter } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { toolEnvironment } from '../../environment.ts'

/** What could not be done, in a line, and all that was said about it. */
export class BuildProblem extends Error {
  readonly said: string

  constructor(message: string, said = '') {
    super(message)
    this.said = said
  }
}

const maxSaid = 20_000

interface Tool {
  folder: string
  signal: AbortSignal
}

/** Runs a program to its end; answers its exit code and what it said. None of our secrets is in what it sees. */
export async function runTool(
  program: string,
  words: string[],
  { folder, signal }: Tool,
): Promise<{ code: number | null; said: string }> {
  const env = toolEnvironment()
  env.PATH = [dirname(process.execPath), env.PATH].filter(Boolean).join(delimiter)
  // A group of its own: what it starts ends with it.
  const child = spawn(program, words, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-maxSaid)))
  const stop = () => endGroup(child.pid)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve)
    })
    signal.throwIfAborted()
    return { code, said: stripVTControlCharacters(said) }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
