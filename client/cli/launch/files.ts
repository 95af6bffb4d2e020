import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { largestFileBytes } from '../../src/sheet/limits.ts'
import { localPath } from '../sheet/ads.ts'
import type { Sheet } from '../sheet/ads.ts'
import type { RowProblem } from '../../src/sheet/row-problem.ts'
import { unreadable } from '../sheet/read-sheet.ts'
import { inParallel } from './parallel.ts'

const lookedAtAtOnce = 16

/** A file of this machine that ads of a sheet show. */
export interface LocalFile {
  path: string
  name: string
  size: number
}

/** Finds every file that a sheet names; what is not there is told with its row and column, all at once. */
export async function findFiles(
  sheet: Sheet,
  signal: AbortSignal,
): Promise<{ files: LocalFile[]; problems: RowProblem[] }> {
  const uses = usesOf(sheet)
  const problems: RowProblem[] = []
  const found = await inParallel([...uses], { atOnce: lookedAtAtOnce, signal }, async ([path, at]) => {
    try {
      return await describe(path)
    } catch (error) {
      const message = error instanceof FileProblem ? error.message : unreadable(error, path).message
      problems.push(...at.map((where) => ({ ...where, message })))
      return null
    }
  })
  return { files: found.filter((file) => file !== null), problems }
}

class FileProblem extends Error {}

type Where = Pick<RowProblem, 'row' | 'column'>

/** Which rows name which file. */
function usesOf(sheet: Sheet): Map<string, Where[]> {
  const uses = new Map<string, Where[]>()
  for (const { row, ad } of sheet.ads) {
    for (const item of ad.media ?? []) {
      for (const field of ['url', 'thumbnail'] as const) {
        const given = item[field]
        const path = typeof given === 'string' ? localPath(given, sheet.folder) : null
        if (path === null) continue
        const at = uses.get(path) ?? []
        at.push({ row, column: sheet.titleOf(`media.0.${field}`) })
        uses.set(path, at)
      }
    }
  }
  return uses
}

async function describe(path: string): Promise<LocalFile> {
  const about = await stat(path)
  if (about.isDirectory()) throw new FileProblem(`${path} is a folder.`)
  if (about.size === 0) throw new FileProblem(`${path} is empty.`)
  if (about.size > largestFileBytes) {
    throw new FileProblem(
      `${path} is larger than ${largestFileBytes / 2 ** 20} MB, which is more than can be uploaded.`,
    )
  }
  return { path, name: basename(path), size: about.size }
}
