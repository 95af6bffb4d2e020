import { readFileSync } from 'node:fs'
import type { Interface, Operation } from '../interface.ts'
import { compare, words } from './compare.ts'
import type { Finding } from './compare.ts'
import type { MadeCall, Makers } from './maker.ts'
import { nameOf } from './openapi.ts'
import type { ReadFolder } from './read-folder.ts'

/** What is held against a maker, and by which name the maker has a call. */
interface Held {
  platform: string
  made: (makers: Makers) => ReadonlyMap<string, MadeCall> | null
  /** null: no maker describes it as a call of its own. */
  nameOf: (name: string, operation: Operation) => string | null
  /** The maker describes a part of its calls: one that is missing has not ended. */
  isPartial?: true
  /** Differences that are none, and why. */
  settled?: Record<string, string>
}

const asAsked = 'guides name it; it is sent where it is asked for'
const laterThanSdk = 'the changelog names it; the description is older'
const laterThanSpec = 'new in June 2026; the description is older'

const held: Held[] = [
  {
    platform: 'primary',
    made: ({ graph }) => graph,
    // The root, searches and tokens belong to no type.
    nameOf: (name) => (/^(Root|Search|Token) /.test(name) ? null : name),
    settled: {
      'AdAccount POST adimages filename': 'the part of the form that holds the file may have any name',
      'AdAccount POST adsets optimization_goal': asAsked,
      'AdSet POST optimization_goal': asAsked,
    },
  },
  {
    platform: 'tiktok',
    made: ({ openApi }) => openApi,
    nameOf: byPath,
    isPartial: true,
    settled: {
      'POST /smart_plus/ad/create/ ad_configuration.creative_auto_add_toggle': laterThanSdk,
      'POST /smart_plus/ad/create/ ad_configuration.creative_auto_enhancement_strategy_list': laterThanSdk,
    },
  },
  {
    platform: 'pinterest',
    made: ({ openApi }) => openApi,
    nameOf: byPath,
    settled: {
      'PATCH /ad_accounts/{}/campaigns [].objective_type': laterThanSpec,
      'POST /ad_accounts/{}/reports campaign_objective_types[]': laterThanSpec,
      'POST /oauth/token continuous_refresh': 'the guide names it, and apps that were made before 2025-09-25 need it',
    },
  },
]

function byPath(_name: string, { method, path }: Operation): string {
  return nameOf(method, path)
}

const descriptionOf = (platform: string) =>
  JSON.parse(readFileSync(new URL(`../${platform}/operations.json`, import.meta.url), 'utf8')) as Interface

export interface Report {
  lines: string[]
  /** Whether something was found, or could not be read. */
  isClean: boolean
}

export function reportOn({ makers, reported, files }: ReadFolder): Report {
  const lines = [`${files} descriptions were read.`, ...[...makers.versions].map((version) => `  ${version}`)]
  for (const { file, why } of reported) lines.push(`${file}: could not be read and was left out: ${why}`)
  let count = reported.length
  for (const each of held) {
    const found = differencesOf(each, makers)
    count += found?.differences.length ?? 0
    lines.push(...linesOf(each, found))
  }
  const ended = endedVersion(makers)
  if (ended !== null) lines.push(ended)
  return { lines, isClean: count === 0 && ended === null }
}

interface Differences {
  differences: Finding[]
  settled: Finding[]
  /** How many of our calls the folder says nothing of. */
  silent: number
}

/** null: the folder says nothing of the platform. */
function differencesOf(
  { platform, made, nameOf: name, isPartial, settled = {} }: Held,
  makers: Makers,
): Differences | null {
  const known = descriptionOf(platform)
  const calls = made(makers)
  const names = Object.entries(known.operations).flatMap(([key, operation]) => name(key, operation) ?? [])
  if (!calls || !names.some((each) => calls.has(each))) return null
  const all = compare(known, calls, name)
  const found = isPartial ? all.filter(({ kind }) => kind !== 'ended call') : all
  const isSettled = (finding: Finding) => `${finding.call}${fieldOf(finding)}` in settled
  return {
    differences: found.filter((each) => !isSettled(each)),
    settled: found.filter(isSettled),
    silent: all.length - found.length,
  }
}

function linesOf({ platform, settled = {} }: Held, found: Differences | null): string[] {
  if (!found) return [`${platform}: the folder holds no description of its interface.`]
  const { differences, silent } = found
  const reported = found.settled.map((each) => {
    const name = `${each.call}${fieldOf(each)}`
    return `  (${name}: ${words[each.kind]}; ${settled[name]})`
  })
  return [
    `${platform}: ${differences.length} differences`,
    ...(silent > 0 ? [`  (${silent} of our calls are not described there)`] : []),
    ...differences.map((each) => `  ${textOf(each)}`),
    ...reported,
  ]
}

const fieldOf = (finding: Finding) => ('field' in finding ? ` ${finding.field}` : '')

function textOf(finding: Finding): string {
  const said = finding.kind === 'ended words' ? ` (${finding.words.join(', ')})` : ''
  return `${finding.call}${fieldOf(finding)}: ${words[finding.kind]}${said}`
}

/** Protos are published for the versions that are spoken. */
function endedVersion({ protoVersions }: Makers): string | null {
  if (protoVersions.size === 0) return null
  const [, spoken = ''] = /\/(v\d+)$/.exec(descriptionOf('google-ads').root) ?? []
  const all = [...protoVersions].sort().join(', ')
  return protoVersions.has(spoken) ? null : `google-ads: ${spoken} has ended; the folder has ${all}`
}
