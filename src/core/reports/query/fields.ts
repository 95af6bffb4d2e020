import type { ReportingVerbs } from '../../../platforms/contract/report.ts'
import type { CompanyRef, Connections } from '../../connections.ts'
import type { Context } from '../../context.ts'
import { dimensions } from './dimensions.ts'
import { isAboutPeople, measures } from './measures.ts'

/** What can be asked for, and on which platforms. */
export async function reportFields(
  { connections }: { connections: Connections },
  { company }: Pick<Context, 'company'>,
) {
  const verbs = await verbsByPlatform(connections, company)
  const withVerb = (has: (verb: ReportingVerbs) => boolean) =>
    [...verbs].filter(([, verb]) => has(verb)).map(([platform]) => platform)
  const all = withVerb(() => true)
  return {
    metrics: measures.map(({ name, unit, summable, about }) => ({
      name,
      type: ['impressions', 'clicks', 'reach'].includes(name) ? ('integer' as const) : ('number' as const),
      unit,
      summable,
      platforms: isAboutPeople(name) ? withVerb((verb) => verb.reach !== undefined) : all,
      description: about,
    })),
    dimensions: dimensions.map(({ name, words, about }) => ({
      name,
      type: name === 'day' ? ('date' as const) : ('string' as const),
      aliases: words.filter((word) => word !== name),
      platforms: name === 'country' ? withVerb((verb) => verb.countries !== undefined) : all,
      description: about,
    })),
  }
}

async function verbsByPlatform(connections: Connections, company: CompanyRef): Promise<Map<string, ReportingVerbs>> {
  const found = new Map<string, ReportingVerbs>()
  for (const name of connections.platforms.names) {
    const [open] = await connections.openAll(company, name)
    if (open?.session.reporting) found.set(name, open.session.reporting)
  }
  return found
}
