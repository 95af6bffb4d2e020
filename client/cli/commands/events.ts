import type { Command } from 'commander'
import type { CompanyEvent } from '../../src/index.ts'
import { does } from '../context.ts'
import type { Context, Run } from '../context.ts'
import { CommandProblem, exitCodes } from '../exit.ts'
import { clean } from '../output/style.ts'
import { formatTime } from '../output/table.ts'
import { collect } from './collect.ts'

type Options = { type?: string[]; after?: string; limit: string }

export function addEvents(program: Command, run: Run): void {
  const events = program.command('events').summary('what happened, and what happens')
  const list = withFilter(events.command('list', { isDefault: true }))
    .summary('what happened, oldest first')
    .option('--limit <count>', 'how many', '100')
  does<Options>(list, run, async (context, _words, { type, after, limit }) => {
    const { flightdeck } = await context.open()
    const found = await collect(flightdeck.all.listEvents({ type, after }, { signal: context.signal }), Number(limit))
    for (const event of found) describe(context, event)
  })
  const follow = withFilter(events.command('follow')).summary('tell every event as it happens, until Ctrl-C')
  does<Options>(follow, run, async (context, _words, { type, after }) => {
    const { flightdeck } = await context.open()
    const types = type as CompanyEvent['type'][] | undefined
    let last = after
    try {
      for await (const event of flightdeck.companyEvents({ type: types, lastEventId: after, signal: context.signal })) {
        last = event.id
        describe(context, event)
      }
    } catch (error) {
      if (!context.signal.aborted) throw error
      const goOn = last
        ? `To go on after the last one: flightdeck events follow --after ${last}`
        : 'Nothing was missed.'
      throw new CommandProblem(goOn, exitCodes.interrupted)
    }
  })
}

function withFilter(command: Command): Command {
  return command
    .option('--type <types...>', 'only events of these types')
    .option('--after <id>', 'only what came after this event')
}

/** A line each, with --json too: what streams is read line by line. */
function describe(context: Context, event: CompanyEvent): void {
  const { id, type, timestamp, data } = event
  context.print(
    context.isJson ? JSON.stringify(event) : clean(`${formatTime(timestamp)}  ${id}  ${type}  ${brief(data)}`),
  )
}

function brief(data: Record<string, unknown>): string {
  return Object.entries(data)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `${name}=${String(value as string)}`)
    .join(' ')
}
