import { inSheet, SheetError } from './problem.ts'
import type { RowProblem } from '../../src/sheet/row-problem.ts'
import { tooMany } from './ads.ts'
import type { Sheet } from './ads.ts'
import type { LaunchAd, MediaItem } from '../../src/sheet/ad-of-row.ts'
import { maxRows } from './grid.ts'
import { decodeText } from '../../src/sheet/decode.ts'

/** The body of a launch, or a list of its ads. Media may be paths. */
export function readJson(bytes: Uint8Array, origin: { file: string; folder: string }): Sheet {
  const { file } = origin
  const body = parse(bytes, file)
  const { ads: given, ...shared } = Array.isArray(body) ? { ads: body as unknown[] } : { ads: [], ...asObject(body) }
  if (!Array.isArray(given) || given.length === 0) {
    throw new SheetError(file, [inSheet('It must be a list of ads, or an object with a list called "ads".')])
  }
  if (given.length > maxRows) throw new SheetError(file, [tooMany(given.length)])
  const problems: RowProblem[] = []
  const ads = given.map((ad: unknown, place) => ({ row: place + 1, ad: adOf(ad, place + 1, problems) }))
  return { ...origin, ads, shared, titleOf: (field) => field, lineName: 'ad', problems }
}

function parse(bytes: Uint8Array, file: string): unknown {
  try {
    return JSON.parse(decodeText(bytes))
  } catch (error) {
    throw new SheetError(file, [inSheet(`It is not JSON: ${error instanceof Error ? error.message : String(error)}`)])
  }
}

function adOf(ad: unknown, row: number, problems: RowProblem[]): LaunchAd {
  const { media, ...fields } = asObject(ad)
  if (typeof ad !== 'object' || ad === null) problems.push({ row, column: null, message: 'is no object.' })
  if (media === undefined) return fields
  return { ...fields, media: [media].flat().map((item) => mediaItem(item)) }
}

/** A path or an address alone is enough. */
function mediaItem(item: unknown): MediaItem {
  return typeof item === 'string' ? { url: item } : asObject(item)
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}
