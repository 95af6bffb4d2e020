import type { Command } from 'commander'
import type { Outcome } from '../../conform/check.ts'
import { does } from '../context.ts'
import type { Context, Run } from '../context.ts'
import { CommandProblem, exitCodes } from '../exit.ts'
import { profileFor } from '../session.ts'
import { countOf } from '../words.ts'

interface Options {
  key?: string
  url?: string
  profile?: string
  account?: string
  write?: boolean
  only?: string
}

export function addConform(program: Command, run: Run): void {
  const conform = program
    .command('conform')
    .summary('hold an installation to the interface that it promises')
    .description(
      'Tries the interface of any installation, promise by promise, and prints what differs. It reads; with --write it ' +
        'also makes a paused campaign with ad sets and ads in the account you name, and deletes the campaign again.',
    )
    .option(
      '--key <key>',
      'a key of it, instead of the one that login keeps (FLIGHTDECK_KEY keeps it out of lists of processes)',
    )
    .option('--account <id>', 'the ad account (act_...) to read, and to write to; otherwise the first that it lists')
    .option('--write', 'try launching, making and copying too; wants --account')
    .option('--only <words>', 'only what has these words in its section or name')
  does<Options>(conform, run, async (context, _words, options) => {
    if (options.write && !options.account)
      throw new CommandProblem('Writing where? Name the ad account with --account act_...')
    const { world, signal } = context
    const { key, ...whom } = options
    const target =
      key && whom.url ? { url: whom.url, key } : { ...(await profileFor(world, whom)), ...(key ? { key } : {}) }
    const suite = await import('../../conform/suite.ts')
    const outcomes = await suite.conform({
      ...{ ...target, signal, writes: options.write, account: options.account, only: options.only },
      waits: (seconds) => context.explain(`Its limits are reached: waiting ${seconds} s.`),
      each: (outcome) => (context.isJson ? undefined : describe(context, outcome)),
    })
    return conclude(context, outcomes)
  })
}

function describe(context: Context, { section, name, differences, skipped }: Outcome): void {
  const mark = differences.length > 0 ? 'DIFFERS' : skipped === null ? 'ok     ' : 'skipped'
  context.print(`${mark}  ${section}: ${name}`)
  if (skipped !== null) context.print(`           ${skipped}`)
  for (const difference of differences) context.print(`           ${difference}`)
}

function conclude(context: Context, outcomes: Outcome[]) {
  const differing = outcomes.filter(({ differences }) => differences.length > 0).length
  const skipped = outcomes.filter((each) => each.skipped !== null).length
  context.show(outcomes, () => {
    if (outcomes.length === 0) return 'Nothing has these words.'
    const kept = outcomes.length - differing - skipped
    return `\n${countOf(kept, 'promise')} kept, ${differing} broken, ${skipped} not tried.`
  })
  if (outcomes.length === 0) return exitCodes.wrong
  return differing > 0 ? exitCodes.failed : exitCodes.done
}
