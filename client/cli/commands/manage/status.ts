import type { Command } from 'commander'
import type { EntityType, UpdateStatusReply } from '../../../src/index.ts'
import { does } from '../../context.ts'
import type { Context, Run } from '../../context.ts'
import { CommandProblem, exitCodes } from '../../exit.ts'
import type { ExitCode } from '../../exit.ts'
import { endText } from '../ends.ts'
import { sandboxText } from '../../words.ts'
import { didYouMean } from '../../../src/sheet/words.ts'

/** The service takes so many ids in one call. */
const idsAtOnce = 50
const types: EntityType[] = ['ad', 'adset', 'campaign']

interface Options {
  type: string
  account?: string
  at?: string
}

export function addPause(program: Command, run: Run): void {
  addSwitch(program, run, { word: 'pause', newStatus: 'PAUSED', summary: 'pause ads, ad sets or campaigns' })
}

export function addResume(program: Command, run: Run): void {
  addSwitch(program, run, { word: 'resume', newStatus: 'ACTIVE', summary: 'let ads, ad sets or campaigns run again' })
}

function addSwitch(
  program: Command,
  run: Run,
  what: { word: string; newStatus: 'PAUSED' | 'ACTIVE'; summary: string },
): void {
  const command = program
    .command(what.word)
    .summary(what.summary)
    .argument('<ids...>', 'their ids on the platform')
    .option('--type <what>', `what they are: ${types.join(', ')}`, 'ad')
    .option('--account <id>', 'the ad account they are in; looked for when left out')
  if (what.newStatus === 'PAUSED')
    command.option(
      '--at <time>',
      'let them run until then, such as 2027-01-31T18:00:00Z; where the platform cannot end them, Flightdeck pauses them',
    )
  does<Options>(command, run, async (context, ids, { type, account, at }) => {
    const { flightdeck } = await context.open()
    const entityType = typeOf(type, types)
    const replies: UpdateStatusReply[] = []
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const entityIds = ids.slice(from, from + idsAtOnce)
      const change = at === undefined ? { newStatus: what.newStatus } : { endTime: at }
      const asked = { entityIds, entityType, accountId: account, ...change }
      replies.push(await flightdeck.updateStatus(asked, { signal: context.signal }))
    }
    return describe(context, replies)
  })
}

export function typeOf<Word extends string>(word: string, known: readonly Word[]): Word {
  const found = known.find((each) => each === word.toLowerCase().replace(/[\s_-]/g, ''))
  if (found) return found
  throw new CommandProblem(`--type is one of ${known.join(', ')}, not "${word}".${didYouMean(word, known)}`)
}

function describe(context: Context, replies: UpdateStatusReply[]): ExitCode {
  const results = replies.flatMap((reply) => reply.results)
  const failCount = replies.reduce((sum, reply) => sum + reply.failCount, 0)
  const columns = ['ID', 'STATUS', 'PROBLEM']
  const hasEnds = results.some(({ endTime }) => endTime !== undefined)
  const sandbox = replies.every((reply) => reply.sandbox)
  context.show({ results, successCount: results.length - failCount, failCount, sandbox }, () =>
    [
      context.table(
        hasEnds ? [...columns, 'ENDS'] : columns,
        results.map(({ entityId, status, error, ...ends }) => [
          ...[entityId, status ?? '-'],
          ...[error ? [error.message, error.hint].filter(Boolean).join(' ') : '', endText(ends)],
        ]),
      ),
      sandboxText(sandbox),
    ].join('\n'),
  )
  return failCount > 0 ? exitCodes.failed : exitCodes.done
}
