import { z } from 'zod'

/** What lies in the bucket, for those who read it, and for the next run: it needs no memory of its own. */
const MirroredMonth = z.object({
  path: z.string(),
  company: z.string(),
  platform: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  isSandbox: z.boolean(),
  /** Of the amounts, which are in its main unit. */
  currency: z.string(),
  timeZone: z.string(),
  /** Like 2026-10. */
  month: z.string(),
  rows: z.number(),
  spend: z.number(),
  /** When the least fresh day of it was read. */
  readAt: z.string(),
  /** How the platform counts conversions, in words. */
  attribution: z.string().nullable(),
  /** Another one when any figure of it is another. */
  digest: z.string(),
})
export type MirroredMonth = z.output<typeof MirroredMonth>

const Manifest = z.object({ version: z.literal(1), files: z.array(MirroredMonth) })

export const manifestKey = 'figures/manifest.json'

/** What cannot be read as one, or is of another version, is written anew, with all its files. */
export function readManifest(text: string | null): MirroredMonth[] {
  if (text === null) return []
  try {
    return Manifest.parse(JSON.parse(text)).files
  } catch {
    return []
  }
}

export function manifestText(files: MirroredMonth[]): string {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  return JSON.stringify({ version: 1, files: sorted })
}

/** In folders that engines read as columns. */
export function pathOf({ company, platform, accountId, month }: Omit<MirroredMonth, 'path'>): string {
  const parts = { company, platform, account_id: accountId, month }
  const folders = Object.entries(parts).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return ['figures', ...folders, 'ad_days.parquet'].join('/')
}
