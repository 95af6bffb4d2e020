import { messageOf, setOn } from './copies.ts'
import type { CopyRun } from './copies.ts'

/** Numbered, so that the copies of one call can be told from each other. */
export function suffixOf(copyNumber: number): string {
  return ` - Copy ${copyNumber}`
}

export interface Naming {
  name: string
  renamed: boolean
  warnings: string[]
}

/** The platform adds to names but does not replace them: that takes a write of its own. */
export async function rename(
  run: CopyRun,
  id: string,
  { current, wanted, copyNumber }: { current: string; wanted: string | undefined; copyNumber: number },
): Promise<Naming> {
  const name = numbered(wanted, copyNumber)
  if (name === undefined) return { name: current, renamed: false, warnings: [] }
  return setOn(run, id, 'name', { name }).then(
    () => ({ name, renamed: true, warnings: [] }),
    (error: unknown) => ({
      name: current,
      renamed: false,
      warnings: [`The copy could not be renamed: ${messageOf(error)}`],
    }),
  )
}

export function numbered(name: string | undefined, copyNumber: number): string | undefined {
  return name?.replaceAll('{n}', String(copyNumber))
}
