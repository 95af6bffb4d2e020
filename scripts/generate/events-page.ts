import type { z } from 'zod'
import { catalogue } from '../../src/core/events/catalogue.ts'
import type { EventKind } from '../../src/core/events/event-kind.ts'
import { markedPage } from './marked-page.ts'
import { wrapped } from './wrapped.ts'

/** What docs/events.md says of every kind of event, from the catalogue, and their names for the client and the dashboard. */
export async function eventsPage(): Promise<Record<string, string>> {
  const names = catalogue.map(({ name }) => `  '${name}',`)
  return {
    ...(await markedPage('docs/events.md', catalogue.map((kind) => sectionOf(kind)).join('\n\n'))),
    'client/src/generated/events.gen.ts': [
      '// Made by `npm run client` from src/core/events/catalogue/. Do not edit.',
      '',
      '/** Every type of event, in the order in which the documents show them. */',
      `export const eventTypes = [\n${names.join('\n')}\n] as const`,
      '',
    ].join('\n'),
  }
}

function sectionOf({ name, description, data, example }: EventKind): string {
  const fields = Object.entries(data.shape as Record<string, z.ZodType>).map(([field, type]) => {
    const isOptional = type.safeParse(undefined).success
    return wrapped(`- \`${field}\`${isOptional ? ' (if any)' : ''}: ${type.meta()?.description ?? ''}`, {
      indent: '  ',
    })
  })
  return [`### ${name}`, '', wrapped(description), '', ...fields, '', '```json', JSON.stringify(example), '```'].join(
    '\n',
  )
}
