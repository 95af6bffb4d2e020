import { join } from 'node:path'
import type { Command } from 'commander'
import { explain, print } from '../print.ts'
import { CommandProblem } from '../problem.ts'

const steps = {
  waiting: 'Another process builds it already; waiting for that ...',
  installing: 'Installing its packages ...',
  building: 'Building ...',
}

export function addDashboardCommand(program: Command): void {
  const dashboard = program.command('dashboard').description('the pages for people')
  dashboard
    .command('build')
    .description('build the dashboard ahead, so that no start has to: for images, and where starts have no network')
    .action(build)
}

async function build(): Promise<void> {
  const { buildDashboard } = await import('../../web/build/build.ts')
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  const report = (step: keyof typeof steps) => explain(steps[step])
  try {
    const folder = await buildDashboard(join(import.meta.dirname, '..', '..', '..'), { report, signal: stopped.signal })
    print(`The dashboard is built: ${folder}`)
  } catch (error) {
    if (stopped.signal.aborted) throw new CommandProblem('Stopped.')
    const { message, said } = error as Error & { said?: string }
    if (said) explain(said.trimEnd())
    throw new CommandProblem(`The dashboard could not be built: ${message}`)
  }
}
