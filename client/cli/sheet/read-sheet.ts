import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, resolve } from 'node:path'
import { CommandProblem } from '../exit.ts'
import { adsOf } from './ads.ts'
import type { Sheet } from './ads.ts'
import { largestSheetBytes } from './grid.ts'

const sheetKinds = ['.csv', '.tsv', '.txt', '.xlsx', '.json']

/** Reads the ads of a file, whatever kind it is of. */
export async function readSheet(path: string, cwd: string): Promise<Sheet> {
  const full = resolve(cwd, path)
  const origin = { file: basename(path), folder: dirname(full) }
  const kind = extname(path).toLowerCase()
  if (kind === '.xls')
    throw new CommandProblem(`${path} is of an old kind (.xls). Save it as "Excel workbook (.xlsx)" or as CSV.`)
  if (!sheetKinds.includes(kind)) {
    throw new CommandProblem(`${path} is of no kind that can be launched: ${sheetKinds.join(', ')}.`)
  }
  const bytes = await readBytes(full, path)
  // Loaded when needed: the rest of the command line starts faster.
  if (kind === '.json') return (await import('./read-json.ts')).readJson(bytes, origin)
  const grid =
    kind === '.xlsx'
      ? await (await import('./read-xlsx.ts')).readXlsx(bytes, origin.file)
      : (await import('./read-csv.ts')).readCsv(bytes, origin.file)
  return adsOf(grid, origin)
}

async function readBytes(full: string, path: string): Promise<Buffer> {
  try {
    const { size } = await stat(full)
    if (size > largestSheetBytes)
      throw new CommandProblem(`${path} is larger than ${largestSheetBytes / 2 ** 20} MB, which no sheet is.`)
    return await readFile(full)
  } catch (error) {
    throw unreadable(error, path)
  }
}

/** Why a file cannot be read, for people. */
export function unreadable(error: unknown, path: string): Error {
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === 'ENOENT' || code === 'ENOTDIR') return new CommandProblem(`There is no file ${path}.`)
  if (code === 'EACCES' || code === 'EPERM') return new CommandProblem(`${path} may not be read by you.`)
  if (code === 'EISDIR') return new CommandProblem(`${path} is a folder.`)
  return error instanceof Error ? error : new Error(String(error))
}
