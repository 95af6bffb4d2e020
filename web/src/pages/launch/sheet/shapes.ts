import { splitList } from '../../../../../client/src/sheet/values.ts'
import { required } from '../../../../../client/src/required.ts'
import { showColumn } from './edits.ts'
import type { Content } from './edits.ts'
import { isEmpty } from './rows.ts'
import type { Row } from './rows.ts'

const shapes =
  /^(.*?)[\s_.-]*[([]?(1x1|4x5|9x16|16x9|1-1|4-5|9-16|16-9|1:1|4:5|9:16|16:9|1080x1080|1080x1350|1080x1920|1920x1080|square|vertical|landscape|portrait|story|stories|feed)[)\]]?$/i

/** A name that says a shape at its end, such as summer_9x16, in two parts; null: it says none. */
export function shapeIn(name: string): { base: string; shape: string } | null {
  const [, base = '', shape = ''] = shapes.exec(name.trim()) ?? []
  return base === '' ? null : { base, shape: shape.toLowerCase() }
}

/** Names that are one thing in several shapes, by what they have in common; each shape stands there once. */
export function groupedByShape(names: readonly string[]): Map<string, number[]> {
  const groups = new Map<string, { shapes: string[]; places: number[] }>()
  for (const [place, name] of names.entries()) {
    const found = shapeIn(name)
    if (!found) continue
    const group = groups.get(found.base) ?? { shapes: [], places: [] }
    group.shapes.push(found.shape)
    group.places.push(place)
    groups.set(found.base, group)
  }
  const isOne = ([, { shapes: all }]: [string, { shapes: string[] }]) =>
    all.length > 1 && new Set(all).size === all.length
  return new Map([...groups].filter(isOne).map(([base, { places }]) => [base, places]))
}

/** Rows that are one ad, each with its picture in another shape: they differ in nothing else. */
export function twinsIn({ rows }: Content): Map<string, Row[]> {
  const shaped = rows.flatMap((row) => {
    const found = isEmpty(row) ? null : shapeOf(row)
    return found && (row.cells.media ?? '').trim() !== '' ? [{ row, ...found }] : []
  })
  const groups = Map.groupBy(shaped, ({ base, row }) => [base, othersOf(row)].join('\n'))
  return new Map(
    [...groups].flatMap(([, all]): [string, Row[]][] => {
      const isOne = all.length > 1 && new Set(all.map(({ shape }) => shape)).size === all.length
      const [first] = all
      return isOne && first ? [[`${first.row.id}`, all.map(({ row }) => row)]] : []
    }),
  )
}

const known = new WeakMap<Row, ReturnType<typeof shapeIn>>()

function shapeOf(row: Row): ReturnType<typeof shapeIn> {
  const before = known.get(row)
  if (before !== undefined) return before
  const found = shapeIn(row.cells.name ?? '')
  known.set(row, found)
  return found
}

const own = new Set(['name', 'media', 'type', 'client ref'])

function othersOf({ cells }: Row): string {
  const said = Object.entries(cells).filter(([column, text]) => !own.has(column) && text.trim() !== '')
  return JSON.stringify(said.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Each of them becomes one ad with all their media; platforms show each where its shape belongs. */
export function joinTwins(content: Content): Content {
  const twins = twinsIn(content)
  const joined = new Map<number, Row>()
  const gone = new Set<number>()
  for (const rows of twins.values()) {
    const first = required(rows[0], 'row')
    const media = rows.flatMap(({ cells }) => splitList(cells.media ?? '')).map((url) => url.replaceAll('|', '\\|'))
    const name = shapeOf(first)?.base ?? ''
    joined.set(first.id, { ...first, cells: { ...first.cells, name, type: 'multi', media: media.join(' | ') } })
    for (const { id } of rows.slice(1)) gone.add(id)
  }
  if (joined.size === 0) return content
  const rows = content.rows.flatMap((row) => (gone.has(row.id) ? [] : (joined.get(row.id) ?? row)))
  return showColumn({ ...content, rows }, 'type')
}
