import { columnFor } from '../../../../../client/src/sheet/columns.ts'
import type { Column } from '../../../../../client/src/sheet/columns.ts'
import { nearest, plain } from '../../../../../client/src/sheet/words.ts'
import { allColumns, columnNamed } from '../sheet/columns.ts'
import { campaignHint } from '../sheet/rows.ts'

/** A column of a table, and where in its rows it stands: the first place with something in it counts. */
interface TitleReading {
  /** A column of the sheet, or what the sheet keeps for itself. */
  column: string
  /** As they are called in the table. */
  titles: string[]
  places: number[]
}

interface LeftOut {
  title: string
  place: number
  /** The column that its title is nearest to. */
  proposal: string | null
}

export interface Understood {
  told: TitleReading[]
  leftOut: LeftOut[]
}

/** What the titles of a table say, whoever wrote it: people, the command line's template, or a platform's export. */
export function understand(titles: readonly string[]): Understood {
  const words = new Set(titles.map(plain))
  const told: TitleReading[] = []
  const leftOut: LeftOut[] = []
  for (const place of byWeight(titles)) {
    const title = (titles[place] ?? '').trim()
    if (title === '') continue
    const column = columnFor(plain(title), words)?.name ?? (isCampaign(title) ? campaignHint : undefined)
    const known = told.find((other) => other.column === column)
    if (column === undefined) leftOut.push({ title, place, proposal: proposalFor(title) })
    else if (known) {
      known.places.push(place)
      known.titles.push(title)
    } else told.push({ column, titles: [title], places: [place] })
  }
  return {
    told: told.toSorted((one, other) => (one.places[0] ?? 0) - (other.places[0] ?? 0)),
    leftOut: leftOut.toSorted((one, other) => one.place - other.place),
  }
}

/** An id says more than a name: where a table has both, the name counts where the id is missing. */
function byWeight(titles: readonly string[]): number[] {
  const isId = (place: number) => /id\b/i.test(titles[place] ?? '')
  return [...titles.keys()].toSorted((one, other) => Number(isId(other)) - Number(isId(one)) || one - other)
}

const isCampaign = (title: string) => plain(title) === 'campaign' || plain(title) === 'campaignname'

function proposalFor(title: string): string | null {
  const words = allColumns.flatMap((name) => [name, ...namesOf(columnNamed(name))])
  const found = nearest(title, words)[0]
  if (found === undefined) return null
  return columnFor(plain(found), new Set())?.name ?? null
}

const namesOf = ({ alsoCalled }: Column) => alsoCalled

/** Whether a table begins with titles; where not, its first line is an ad like the others. */
export function hasTitles(lines: readonly string[][]): boolean {
  const first = (lines[0] ?? []).map((cell) => cell.trim()).filter((cell) => cell !== '')
  const columns = understand(first).told.filter(({ column }) => column !== campaignHint)
  const count = columns.reduce((sum, { places }) => sum + places.length, 0)
  if (count === 0) return false
  const isExport = count >= 3 && columns.some(({ column }) => column === 'name')
  return isExport || (count * 2 >= first.length && (count > 1 || first.length === 1))
}

/** The cells of a line. */
export function cellsOfLine(line: readonly string[], told: readonly TitleReading[]): Record<string, string> {
  return Object.fromEntries(
    told.map(({ column, places }) => [column, places.map((place) => (line[place] ?? '').trim()).find(Boolean) ?? '']),
  )
}
