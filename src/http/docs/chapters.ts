import type { Operation } from '../../call/operation.ts'
import { bySection } from './paths.ts'

/** A page for language models: a section, or a part of one that would be too long. */
export interface Chapter {
  /** Its name in addresses: people keep them, so one that is there stays. */
  slug: string
  title: string
  operations: Operation[]
}

/** Parts of sections that would be too long for a page: what their addresses look like, first come first served. The rest keeps the name of its section. */
const parts: Record<string, [string, RegExp][]> = {
  'Primary platform': [
    ['creating and copying', /^\/v1\/manage\/(?:create|duplicate)-/],
    ['managing', /^\/v1\/manage\//],
  ],
  Automation: [['executions and suggestions', /\/(?:executions|suggestions)\b/]],
}

/** Every operation stands in exactly one. */
export function chaptersOf(operations: Operation[]): Chapter[] {
  return bySection(operations).flatMap(([section, members]) => {
    const chapters = Map.groupBy(members, ({ rest }) => titleOf(section, rest.path))
    return [...chapters].map(([title, own]) => ({ slug: slugOf(title), title, operations: own }))
  })
}

function titleOf(section: string, path: string): string {
  const part = parts[section]?.find(([, address]) => address.test(path))
  return part ? `${section}: ${part[0]}` : section
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .join('-')
}
