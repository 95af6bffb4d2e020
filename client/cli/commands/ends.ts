import type { Command } from 'commander'
import type { KeptEnd, NamedEnd } from '../../src/index.ts'
import { does, numbers } from '../context.ts'
import type { Run } from '../context.ts'
import { formatTime } from '../output/table.ts'
import { collect } from './collect.ts'

export function addEnds(program: Command, run: Run): void {
  const ends = program.command('ends').summary('ends that Flightdeck keeps because a platform cannot')
  const list = ends
    .command('list', { isDefault: true })
    .summary('what is paused when, the next one first')
    .option('--account <id>', 'only those in this ad account')
  does<{ account?: string }>(list, run, async (context, _words, { account }) => {
    const { flightdeck } = await context.open()
    const question = { accountId: account, limit: 200 }
    const found = await collect(flightdeck.all.listEnds(question, { signal: context.signal }))
    context.show(found, () =>
      found.length === 0
        ? 'Flightdeck keeps no end.'
        : context.table(
            [numbers('END'), 'WHEN', 'WHAT', 'ID', 'NAME', 'ACCOUNT', { title: 'SET BY', isOptional: true }, 'NOTE'],
            found.map((end) => [
              ...[String(end.id), formatTime(end.endTime), end.entityType, end.entityId, end.name, end.accountId],
              ...[end.askedBy, noteOn(end)],
            ]),
          ),
    )
  })
  const remove = ends
    .command('remove')
    .summary('take an end away: what it was about goes on without one')
    .argument('<id>', 'id of the end, as list tells it')
  does(remove, run, async (context, [id]) => {
    const { flightdeck } = await context.open()
    const answer = await flightdeck.removeEnd({ id: Number(id) }, { signal: context.signal })
    context.show(answer, () => `${named(answer.end)} has no end any more.`)
  })
}

function noteOn({ state, keptAt, problem }: KeptEnd): string {
  if (state === 'kept') return `paused ${formatTime(keptAt)}`
  return problem === null ? '' : `not paused yet: ${problem}`
}

const named = ({ entityType, name, entityId }: Pick<NamedEnd, 'entityType' | 'name' | 'entityId'>) =>
  `${entityType} ${name} (${entityId})`

/** What is told of ends that are no longer kept, a line for each. */
export function endsDroppedText(ends: readonly NamedEnd[], words = 'is no longer kept'): string {
  return ends.map((end) => `The end of ${named(end)}, ${formatTime(end.endTime)}, ${words}.`).join('\n')
}

/** When something ends, and by whom; '': it has no end. */
export function endText({ endTime, endedBy }: { endTime?: string | null; endedBy?: string }): string {
  if (!endTime) return ''
  return endedBy === 'flightdeck' ? `${formatTime(endTime)}, kept by Flightdeck` : formatTime(endTime)
}
