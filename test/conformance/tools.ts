import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Judges from elsewhere. They are large and of no use to anything else, so they are fetched when somebody runs this. */
const judges = {
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  '@modelcontextprotocol/inspector': '2.12.0',
}

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'node_modules', '.cache', 'flightdeck-conformance')

export interface Said {
  code: number | null
  out: string
}

/** Fetches what is missing, and answers how to run one of them. */
export async function fetchJudges(): Promise<(name: string, args: string[]) => Promise<Said>> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: judges }))
  const { code, out } = await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'])
  if (code !== 0) throw new Error(`npm could not fetch the judges: ${out}`)
  return (name, args) => run(process.execPath, [join(folder, 'node_modules', '.bin', name), ...args])
}

function run(command: string, args: string[]): Promise<Said> {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (out += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, out }))
  })
}
