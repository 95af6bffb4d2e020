import { formatted } from '../format.ts'
import type { Platform } from '../../src/platforms/contract/platform.ts'
import { builtIn } from '../../src/platforms/index.ts'
import { markedPage } from './marked-page.ts'
import { root } from './stale-files.ts'

const file = 'client/src/generated/platforms.gen.ts'
const ourLevels = { campaign: 'campaign', adset: 'ad set', ad: 'ad' }

/** What people read of the platforms, for the client, the command line and the dashboard; and their tables in the documents. */
export async function platforms(): Promise<Record<string, string>> {
  const known = Object.fromEntries(builtIn.all.map((platform) => [platform.name, factsOf(platform)]))
  const verbs = [...new Set(builtIn.all.flatMap((platform) => platform.verbs))].sort()
  const source = `
    // Made by \`npm run client\` from what the drivers in src/platforms/ declare. Do not edit.

    export type PlatformLevel = 'campaign' | 'adset' | 'ad'

    export type PlatformVerb = ${verbs.map((verb) => `'${verb}'`).join(' | ')}

    /** Where an ad is seen. */
    interface PlatformPlacement {
      name: string
      /** Width by height of the picture. */
      ratio: number
      /** beside: texts stand around the picture. over: they lie on it. */
      texts: 'beside' | 'over'
    }

    /** A network that an ad set can be kept to, and its positions; none: all of it. */
    interface PlatformNetwork {
      name: string
      title: string
      positions?: readonly { name: string; title: string }[]
    }

    export interface KnownPlatform {
      /** Its own name. */
      title: string
      /** What people call the network that its ads are shown on too; null: there is none. */
      companion: string | null
      /** The networks that an ad set can be kept to; none: it has one. */
      networks: readonly PlatformNetwork[]
      /** A small picture that stands for it: a tile of this colour with a white line, 20 by 20. */
      mark: { colour: string; path: string }
      /** What it calls what campaigns are made of. */
      levels: Readonly<Record<PlatformLevel, string>>
      /** What can be copied there. */
      copies: readonly PlatformLevel[]
      /** How many days back it tells of changes; null: any number. */
      changeDays: number | null
      placements: readonly PlatformPlacement[]
      /** Whether people consent to us there; otherwise keys are pasted. */
      hasConsent: boolean
      /** What can be done there. */
      verbs: readonly PlatformVerb[]
    }

    /** The platforms, by their names here. */
    export const knownPlatforms: Readonly<Record<string, KnownPlatform>> = ${JSON.stringify(known)}
  `
  return {
    [file]: await formatted(root, file, source),
    ...(await markedPage('docs/architecture/platforms.md', wordsTable())),
    ...(await markedPage('docs/guards.md', dayFactorTable())),
  }
}

function factsOf({ title, companion, networks, mark, levels, copies, changeDays, placements, oauth, verbs }: Platform) {
  return {
    title,
    companion: companion ?? null,
    networks: networks ?? [],
    mark,
    levels: { ...ourLevels, ...levels },
    copies: verbs.includes('duplicate') ? (copies ?? (['campaign', 'adset', 'ad'] as const)) : [],
    changeDays: changeDays ?? null,
    placements: placements ?? [{ name: 'Feed', ratio: 1, texts: 'beside' }],
    hasConsent: oauth !== undefined,
    verbs,
  }
}

function wordsTable(): string {
  const rows = builtIn.all.map((platform) => {
    const { title, levels, copies } = factsOf(platform)
    const also = platform.aliases.map((word) => `\`${word}\``).join(', ')
    return `| ${title} | \`${platform.name}\` | ${also} | ${Object.values(levels).join(', ')} | ${copies.map((level) => levels[level]).join(', ') || '–'} |`
  })
  return [
    '| platform | its name here | also | its words for campaign, ad set, ad | what can be copied |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

function dayFactorTable(): string {
  const rows = builtIn.all.map(({ title, dayFactor }) => {
    const { factor, source } = dayFactor ?? { factor: 1, source: 'nowhere that we know of: counted as it is' }
    return `| ${title} | ${factor} | ${source} |`
  })
  return ['| platform | a day may cost, times a daily budget | where it says so |', '|---|---|---|', ...rows].join('\n')
}
