import { extname } from 'node:path'
import { formatted } from '../format.ts'
import { Refused } from './draft.ts'
import type { Draft } from './draft.ts'
import { newEvent } from './event.ts'
import { newMetric } from './metric.ts'
import { newOperation } from './operation.ts'
import { newPage } from './page.ts'
import { newPlatform } from './platform.ts'

interface Kind {
  make: (root: string, name: string, section?: string) => Draft
  takesSection?: true
}

const kinds: Record<string, Kind> = {
  operation: { make: newOperation, takesSection: true },
  metric: { make: newMetric },
  event: { make: newEvent, takesSection: true },
  page: { make: newPage },
  platform: { make: newPlatform },
}

const usage = `Say npm run new ${Object.keys(kinds).join('|')} NAME, for an operation or an event also the section that it goes into.`

/** What `npm run new` would write for these words, formatted. Reads what is there and writes nothing. */
export async function draftOf(root: string, [kind, name, section, ...rest]: string[]): Promise<Draft> {
  const found = kind !== undefined && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!found) throw new Refused(kind === undefined ? usage : `There is no kind "${kind}". ${usage}`)
  if (name === undefined) throw new Refused(`It needs a name. ${usage}`)
  const tooMany = found.takesSection ? rest : [...(section === undefined ? [] : [section]), ...rest]
  if (tooMany.length > 0) throw new Refused(`"${tooMany.join(' ')}" is too much. ${usage}`)
  const { files, next } = found.make(root, name, section)
  const entries = await Promise.all(
    Object.entries(files).map(async ([path, text]) => [path, await written(root, path, text)] as const),
  )
  return { files: Object.fromEntries(entries), next }
}

async function written(root: string, path: string, text: string): Promise<string> {
  return ['.ts', '.tsx'].includes(extname(path)) ? formatted(root, path, text) : text
}
