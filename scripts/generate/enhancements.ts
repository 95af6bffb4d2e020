import type { Enhancement } from '../../src/platforms/contract/enhancements.ts'
import type { Platform } from '../../src/platforms/contract/platform.ts'
import { builtIn } from '../../src/platforms/index.ts'
import { markedPage } from './marked-page.ts'

const page = 'docs/enhancements.md'

const who: Record<NonNullable<Enhancement['of']> | 'all', string> = {
  all: 'all',
  pictures: 'with pictures',
  videos: 'with videos',
  carousels: 'carousels',
  links: 'with a link',
}

/** The table of what platforms change by themselves, from what their drivers declare. */
export async function enhancementsPage(): Promise<Record<string, string>> {
  const rows = builtIn.all.filter(({ launchTypes }) => launchTypes).flatMap(rowsOf)
  const head = ['| platform | ads | names | where the flag stands | on | off |', '|---|---|---|---|---|---|']
  return markedPage(page, [...head, ...rows].join('\n'))
}

/** Names whose flags differ in nothing but the name share a row. */
function rowsOf({ title, enhancements = {} }: Platform): string[] {
  const alike = Map.groupBy(Object.entries(enhancements), ([name, { of, off, on, place }]) =>
    JSON.stringify([of ?? 'all', place.replace(`.${name}.`, '.*.'), off === undefined ? null : on, off ?? null]),
  )
  if (alike.size === 0) return [`| ${title} | – | none that an ad can choose | – | – | – |`]
  return [...alike.values()].map((group) => {
    const [name, { of, place, on, off }] = group[0]!
    const names = group.map(([each]) => `\`${each}\``).join(', ')
    const isList = off === undefined
    const words = isList ? ['its word is in the list', 'it is not'] : [`\`${on}\``, `\`${off}\``]
    const where = place.replace('creative.', '').replace(`.${name}.`, '.*.')
    return `| ${title} | ${who[of ?? 'all']} | ${names} | \`${where}\` | ${words.join(' | ')} |`
  })
}
