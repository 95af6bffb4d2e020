import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { reachable } from './finding.ts'
import type { DoctorFinding } from './finding.ts'

const gigabyte = 1024 ** 3
const littleSpace = gigabyte
const noSpace = gigabyte / 10

export async function checkFolder(dataDir: string): Promise<DoctorFinding[]> {
  const nearest = await nearestFolder(dataDir)
  const isMissing = nearest !== dataDir
  const canWrite = await access(nearest, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
  const where = isMissing ? `${dataDir} does not exist yet` : dataDir
  if (!canWrite) return [reachable('data folder', 'problem', `${where}; ${nearest} cannot be written`)]
  return [
    reachable('data folder', 'ok', isMissing ? `${where}; the first start makes it` : `${where} can be written`),
    await checkSpace(nearest),
  ]
}

async function checkSpace(folder: string): Promise<DoctorFinding> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const mark = free < noSpace ? 'problem' : free < littleSpace ? 'warning' : 'ok'
  return reachable('free space', mark, `${(free / gigabyte).toFixed(1)} GB`)
}

async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  if (found || dirname(path) === path) return path
  return nearestFolder(dirname(path))
}
