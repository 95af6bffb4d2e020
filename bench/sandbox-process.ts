import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../test/support/service/service-process.ts'

const root = join(import.meta.dirname, '..')

/** The platforms are other machines' work: their simulators get a process of their own. */
export async function sandboxProcess(): Promise<{ url: string; end(): void }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['sandbox/main.ts', '--port', String(port)], { cwd: root, stdio: 'ignore' })
  // Also where the bench fails.
  process.once('exit', () => child.kill())
  await answers(url)
  return { url, end: () => child.kill() }
}

async function answers(url: string): Promise<void> {
  for (;;) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
