import { required } from '../../src/required.ts'
import { cutTo, widthOf } from './style.ts'
import { formatNumber } from './table.ts'

export interface Point {
  label: string
  /** null: nobody knows. */
  value: number | null
}

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** One bar for each, the largest as long as there is room. */
export function barPlot(points: readonly Point[], width: number): string {
  const labelWidth = Math.min(Math.floor(width / 3), Math.max(0, ...points.map(({ label }) => widthOf(label))))
  const shownValue = ({ value }: Point) => (value === null ? '?' : formatNumber(value))
  const valueWidth = Math.max(0, ...points.map((point) => shownValue(point).length))
  const room = Math.max(4, width - labelWidth - valueWidth - 4)
  const largest = Math.max(0, ...points.map(({ value }) => value ?? 0))
  return points
    .map((point) => {
      const { label, value } = point
      const shown = cutTo(label, labelWidth)
      const name = shown + ' '.repeat(Math.max(0, labelWidth - widthOf(shown)))
      return `${name}  ${shownValue(point).padStart(valueWidth)}  ${bar(largest > 0 ? ((value ?? 0) / largest) * room : 0)}`.trimEnd()
    })
    .join('\n')
}

function bar(length: number): string {
  const whole = Math.max(0, Math.floor(length))
  return '█'.repeat(whole) + (eighths[Math.floor((length - whole) * 8)] ?? '')
}

const plotHeight = 8
/** Which bit of a braille letter is which of its 2 x 4 dots, column by column from the top. */
const dots = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
]

/** A line over days, in braille: two dots across and four down to a letter. */
export function linePlot(points: readonly Point[], width: number): string {
  const known = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const max = Math.max(0, ...known)
  const min = Math.min(0, ...known)
  const [top, bottom] = [formatNumber(max), formatNumber(min)]
  const markWidth = Math.max(top.length, bottom.length)
  const columns = Math.max(4, Math.min(width - markWidth - 2, points.length * 4))
  const canvas = Array.from({ length: plotHeight }, () => new Array<number>(columns).fill(0))
  draw(canvas, points, { columns, min, span: max - min || 1 })
  const lines = canvas.map((line, row) => {
    const mark = row === 0 ? top : row === plotHeight - 1 ? bottom : ''
    return `${mark.padStart(markWidth)} ┤${line.map((letter) => String.fromCharCode(0x2800 + letter)).join('')}`
  })
  const first = points[0]?.label ?? ''
  const last = points.at(-1)?.label ?? ''
  const space = ' '.repeat(Math.max(1, columns - first.length - last.length))
  return [...lines, `${' '.repeat(markWidth + 2)}${first}${points.length > 1 ? space + last : ''}`].join('\n')
}

interface Scale {
  columns: number
  min: number
  span: number
}

/** Each dot across stands for a moment between two points; a day that nobody knows leaves a hole. */
function draw(canvas: number[][], points: readonly Point[], { columns, min, span }: Scale): void {
  const across = columns * 2
  const down = canvas.length * 4
  let before: number | null = null
  for (let x = 0; x < across; x += 1) {
    const at = points.length === 1 ? 0 : (x / (across - 1)) * (points.length - 1)
    const [left, right] = [points[Math.floor(at)]?.value ?? null, points[Math.ceil(at)]?.value ?? null]
    if (left === null || right === null) {
      before = null
      continue
    }
    const value = left + (right - left) * (at - Math.floor(at))
    const y = Math.round((1 - (value - min) / span) * (down - 1))
    // Steep lines are drawn through, without gaps.
    const [from, to] = [Math.min(y, before ?? y), Math.max(y, before ?? y)]
    for (let dot = from; dot <= to; dot += 1) setDot(canvas, x, dot)
    before = y
  }
}

function setDot(canvas: number[][], x: number, y: number): void {
  const line = required(canvas[y >> 2], 'line')
  line[x >> 1] = (line[x >> 1] ?? 0) | (dots[x % 2]?.[y % 4] ?? 0)
}
