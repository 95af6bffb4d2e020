import type { Platform, Session } from '../../../platforms/contract/platform.ts'
import type { CompanyRef } from '../../company-ref.ts'
import type { Connections } from '../../deps.ts'
import type { Context } from '../../context.ts'
import { dimensions, isSplit } from './dimensions.ts'
import type { SplitName } from './dimensions.ts'
import { measureOf } from './measures.ts'
import { isAboutPeople, isWhole, metricDefinitions, metricNames } from '../../../platforms/contract/metrics.ts'
import { mayReadFigures } from './readers.ts'

/** What can be asked for by whoever asks, and on which platforms. */
export async function reportFields(
  { connections }: { connections: Connections },
  { company, actor }: Pick<Context, 'company' | 'actor'>,
) {
  const readable = connections.platforms.all.filter((platform) => mayReadFigures(platform, { actor }))
  const sessions = await sessionsByPlatform(connections, company, readable)
  const having = (has: (session: Session) => boolean) =>
    [...sessions].filter(([, session]) => has(session)).map(([platform]) => platform)
  const all = having(() => true)
  const ofSplit: Record<SplitName, string[]> = {
    country: having(({ reporting }) => reporting?.countries !== undefined),
    searchTerm: having(({ termFigures }) => termFigures !== undefined),
  }
  return {
    metrics: metricNames.map((name) => {
      const { title, unit, about } = metricDefinitions[name]
      return {
        ...{ name, title, unit, summable: measureOf(name).summable },
        type: isWhole(name) ? ('integer' as const) : ('number' as const),
        platforms: isAboutPeople(name) ? having(({ reporting }) => reporting?.reach !== undefined) : all,
        description: about,
      }
    }),
    dimensions: dimensions.map(({ name, words, about }) => ({
      name,
      type: name === 'day' ? ('date' as const) : ('string' as const),
      aliases: words.filter((word) => word !== name),
      platforms: isSplit(name) ? ofSplit[name] : all,
      description: about,
    })),
  }
}

async function sessionsByPlatform(
  connections: Connections,
  company: CompanyRef,
  platforms: readonly Platform[],
): Promise<Map<string, Session>> {
  const found = new Map<string, Session>()
  for (const { name } of platforms) {
    const [open] = await connections.openAll(company, name)
    if (open?.session.reporting) found.set(name, open.session)
  }
  return found
}
