import { z } from 'zod'

/** Raised when a reader of today could not understand what is written from then on. */
export const formatVersion = 1

export const manifestName = 'manifest.json'

const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const Name = z.string().min(1).max(300)

/** What a backup holds, and by what it is recognised as whole. */
export const Manifest = z.object({
  format: z.number().int(),
  /** Of the Flightdeck that made it. */
  version: z.string(),
  /** Everything in it is as it stood at this moment. */
  takenAt: z.iso.datetime(),
  server: z.string(),
  migrations: z.array(z.object({ name: Name, digest: Digest })),
  tables: z.array(
    z.object({
      name: Name,
      columns: z.array(Name),
      rows: z.number().int().min(0),
      /** Its rows, as COPY writes them, one after the other. */
      parts: z.array(Name),
    }),
  ),
  sequences: z.array(z.object({ name: Name, value: z.string().regex(/^\d+$/) })),
  /** The end of every company's audit log. */
  auditHeads: z.array(z.object({ company: z.string(), seq: z.string(), hash: z.string() })),
  media: z.object({
    /** `bucket`: they stay where they are, and only their list is here. */
    where: z.enum(['here', 'bucket']),
    bucket: z.string().nullable(),
    objects: z.array(z.object({ key: Name, bytes: z.number().int().min(0) })),
    /** Those that were removed while the backup was taken. */
    gone: z.array(Name),
  }),
  /** The company that all of it is of; absent: it is a backup of the whole installation. */
  company: z.object({ id: z.number().int(), slug: z.string(), name: z.string() }).optional(),
  /** Of an export: tables, and columns of tables, that are not in it, by why. */
  leftOut: z.record(Name, z.string()).optional(),
  settings: z.record(z.string(), z.string()),
  /** The key that secrets in the database are sealed with, sealed by a passphrase. */
  secret: z.object({ salt: z.string(), nonce: z.string(), tag: z.string(), text: z.string() }).nullable(),
  entries: z.record(Name, z.object({ bytes: z.number().int().min(0), sha256: Digest })),
})
export type Manifest = z.output<typeof Manifest>

/** Why a file cannot be used as a backup. Its message is for whoever runs the command. */
export class BackupProblem extends Error {}
