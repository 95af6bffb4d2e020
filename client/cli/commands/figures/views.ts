import type { Command } from 'commander'
import { does, numbers } from '../../context.ts'
import type { Run } from '../../context.ts'
import { formatTime } from '../../output/table.ts'
import { collect } from '../collect.ts'
import { withList, wishesOf } from './entities.ts'
import type { ListOptions } from './entities.ts'

export function addViews(program: Command, run: Run): void {
  const view = program.command('view').summary('saved lists of what runs')
  does(view.command('list', { isDefault: true }).summary("your own views and the company's"), run, async (context) => {
    const { flightdeck } = await context.open()
    const found = await collect(flightdeck.all.listViews({ limit: 200 }, { signal: context.signal }))
    context.show(found, () =>
      found.length === 0
        ? 'There is no view. `flightdeck view save <name>` saves one.'
        : context.table(
            [numbers('VIEW'), 'NAME', 'LEVEL', 'WHOSE', { title: 'MADE BY', isOptional: true }, 'CHANGED'],
            found.map(({ id, name, level, forCompany, ownerLeft, createdBy, updatedAt }) => [
              ...[String(id), name, level ?? 'campaign'],
              forCompany ? 'company' : ownerLeft ? 'of somebody who left' : 'own',
              ...[createdBy, formatTime(updatedAt)],
            ]),
          ),
    )
  })
  const show = view.command('show').summary('one view, whole, as JSON').argument('<id>', idHelp)
  does(show, run, async (context, [id]) => {
    const { flightdeck } = await context.open()
    context.print(JSON.stringify(await flightdeck.getView({ id: Number(id) }, { signal: context.signal }), null, 2))
  })
  addChanges(view, run)
}

const idHelp = 'id of the view, as list tells it'

function addChanges(view: Command, run: Run): void {
  const save = withList(view.command('save').summary('save a list under a name').argument('<name>', 'its name')).option(
    '--company',
    'for everybody of the company',
  )
  does<ListOptions & { company?: boolean }>(save, run, async (context, words, options) => {
    const { flightdeck } = await context.open()
    const wanted = { name: words.join(' '), forCompany: options.company ?? false, ...wishesOf(options) }
    const saved = await flightdeck.saveView(wanted, { signal: context.signal })
    context.show(saved, () => `View ${saved.id} is saved. What it shows: flightdeck entity list --view ${saved.id}`)
  })
  const remove = view.command('remove').summary('take a view away').argument('<id>', idHelp)
  does(remove, run, async (context, [id]) => {
    const { flightdeck } = await context.open()
    const answer = await flightdeck.deleteView({ id: Number(id) }, { signal: context.signal })
    context.show(answer, () => `View ${id} is gone.`)
  })
}
