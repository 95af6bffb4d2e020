import { randomBytes } from 'node:crypto'
import { hostname, networkInterfaces } from 'node:os'
import type { Config } from '../../../config.ts'
import { localUrl } from '../../../config/address.ts'
import type { Db } from '../../../db/connect.ts'
import { sql } from '../../../db/sql.ts'
import { everyCompany } from '../../../db/scoped.ts'

/** An address that nobody has told of for so long is not in use, and neither is a folder. */
export const usedMinutes = 15

/** Where a process that takes uploads can be asked for them. */
export interface MediaAddress {
  folderId: string
  usedBy: string
  /** null: it cannot be asked. */
  url: string | null
}

/** One start of one process. */
export function newProcessName(): string {
  return `${process.pid}-${randomBytes(6).toString('hex')}`
}

/**
 * Where siblings find a process that listens on a port. What is asked for there is signed, and what comes back is compared with the
 * database, so a wrong address costs a try and nothing else.
 */
export function internalUrl(
  { internalUrl: set, host, basePath }: Pick<Config, 'internalUrl' | 'host' | 'basePath'>,
  port: string,
  interfaces = networkInterfaces,
): string | null {
  if (set !== null) return set === 'off' ? null : set
  const isEvery = host === '0.0.0.0' || host === '::'
  const address = isEvery ? outerAddress(interfaces()) : host
  return address ? localUrl(address, port, basePath) : null
}

function outerAddress(all: ReturnType<typeof networkInterfaces>): string | undefined {
  return Object.values(all)
    .flatMap((each) => each ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}

/** An address of the machine itself leads somewhere else from any other one. */
export function isReachable({ url, usedBy }: Pick<MediaAddress, 'url' | 'usedBy'>): boolean {
  if (url === null) return false
  const host = new URL(url).hostname
  return usedBy === hostname() || !/^(127\.|localhost$|\[::1\]$)/.test(host)
}

export interface OwnAddress {
  folderId: string
  process: string
  url: string | null
}

export async function noteAddress(db: Db, { folderId, process, url }: OwnAddress): Promise<void> {
  await sql`
    INSERT INTO media_addresses (folder_id, process, used_by, url, seen_at)
    VALUES (${folderId}, ${process}, ${hostname()}, ${url}, clock_timestamp())
    ON CONFLICT (folder_id, process) DO UPDATE SET url = excluded.url, seen_at = excluded.seen_at`.execute(
    everyCompany(db),
  )
  await sql`DELETE FROM media_addresses WHERE seen_at < clock_timestamp() - interval '1 day'`.execute(everyCompany(db))
}

export async function forgetAddress(db: Db, { folderId, process }: OwnAddress): Promise<void> {
  await sql`DELETE FROM media_addresses WHERE folder_id = ${folderId} AND process = ${process}`.execute(
    everyCompany(db),
  )
}

/** Those of other folders, the latest told first. For whoever has no folder yet, all of them. */
export async function addressesBeside(db: Db, folderId: string | null): Promise<MediaAddress[]> {
  const { rows } = await sql<MediaAddress>`
    SELECT folder_id AS "folderId", used_by AS "usedBy", url FROM media_addresses
    WHERE folder_id IS DISTINCT FROM ${folderId} AND seen_at > clock_timestamp() - make_interval(mins => ${usedMinutes})
    ORDER BY seen_at DESC`.execute(everyCompany(db))
  return rows
}
