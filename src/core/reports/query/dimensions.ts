import type { EntityLevel } from '../../../platforms/contract/report.ts'

/** What only the platform can split figures by: it is asked for exactly the rows. */
const splitNames = ['country', 'searchTerm'] as const
export type SplitName = (typeof splitNames)[number]

/** What rows can be made for. */
export type GroupName = 'ad' | 'adset' | 'campaign' | 'account' | 'platform' | 'currency' | 'day' | SplitName

/** A grouping and the field that the caller knows it by. */
export interface Group {
  name: GroupName
  field: string
}

interface Dimension {
  name: GroupName
  /** The words that callers use for it; each is also the name of the field in the row. */
  words: string[]
  about: string
}

export const dimensions: Dimension[] = [
  { name: 'ad', words: ['adId', 'ad', 'adName'], about: 'One row for each ad.' },
  { name: 'adset', words: ['adsetName', 'adset', 'adsetId'], about: 'One row for each ad set.' },
  { name: 'campaign', words: ['campaignName', 'campaign', 'campaignId'], about: 'One row for each campaign.' },
  { name: 'account', words: ['account', 'accountId', 'accountName'], about: 'One row for each ad account.' },
  { name: 'platform', words: ['platform'], about: 'One row for each platform and currency.' },
  {
    name: 'currency',
    words: ['currency'],
    about: 'One row for each currency: the totals, because currencies are never added up.',
  },
  { name: 'day', words: ['date', 'day'], about: 'One row for each day, in the calendar that the platform reports in.' },
  { name: 'country', words: ['country'], about: 'One row for each country, where the platform splits by country.' },
  {
    name: 'searchTerm',
    words: ['searchTerm'],
    about: 'One row for each search, where the platform tells what people typed.',
  },
]

/** Case and underscores do not matter: adset_name is adsetName. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll('_', '')
}

export const groupWords = dimensions.flatMap(({ words }) => words)

export function groupOf(word: string): Group | null {
  for (const { name, words } of dimensions) {
    const field = words.find((known) => plain(known) === plain(word))
    if (field) return { name, field }
  }
  return null
}

const fromFinest = ['ad', 'adset', 'campaign'] as const satisfies EntityLevel[]

/** What the platform is asked about people, or to split, for these rows. */
export function levelOf(groups: Group[]): EntityLevel | 'account' {
  return fromFinest.find((level) => groups.some(({ name }) => name === level)) ?? 'account'
}

/** The levels that a row of this level names: its own and those above. */
export function levelsShown(level: EntityLevel | 'account'): EntityLevel[] {
  return level === 'account' ? [] : fromFinest.slice(fromFinest.indexOf(level))
}

export function groupsBy(groups: Group[], name: GroupName): boolean {
  return groups.some((group) => group.name === name)
}

export function isSplit(name: GroupName): name is SplitName {
  return (splitNames as readonly string[]).includes(name)
}

export function splitOf(groups: Group[]): SplitName | null {
  return splitNames.find((name) => groupsBy(groups, name)) ?? null
}

/** Whether every row is of one account. */
export function isOfOneAccount(groups: Group[]): boolean {
  return levelOf(groups) !== 'account' || groupsBy(groups, 'account')
}

/** The fields of a row that say what it is about, in the order in which they are shown. */
export function shownFields(groups: Group[]): string[] {
  const fields: string[] = []
  if (groupsBy(groups, 'day')) fields.push('date')
  fields.push(...splitNames.filter((name) => groupsBy(groups, name)))
  for (const level of levelsShown(levelOf(groups))) fields.push(`${level}Id`, `${level}Name`)
  if (isOfOneAccount(groups)) fields.push('accountId', 'accountName', 'platform')
  else if (groupsBy(groups, 'platform')) fields.push('platform')
  fields.push('currency')
  return [...new Set([...fields, ...groups.map(({ field }) => field)])]
}
