import { Writable } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { required } from '../lookup.ts'
import { isUnchanged, openArchive } from './archive.ts'
import type { ArchiveReader } from './archive.ts'
import { BackupProblem } from './manifest.ts'
import type { Manifest } from './manifest.ts'

/** Reads a backup to its last byte: digests, counts of rows, and that every audit log ends where it did. Throws BackupProblem. */
export async function verifyBackup(file: string, kind: 'backup' | 'company' = 'backup'): Promise<Manifest> {
  const archive = await openArchive(file, kind)
  try {
    if (!(await isUnchanged(file))) throw new BackupProblem(`${file} was changed after it was written.`)
    const { manifest } = archive
    for (const table of manifest.tables) await verifyTable(archive, table)
    for (const { key } of manifest.media.where === 'here' ? manifest.media.objects : [])
      await pipeline(await archive.read(`media/${key}`), nowhere())
    return manifest
  } finally {
    archive.close()
  }
}

async function verifyTable(archive: ArchiveReader, { name, columns, rows, parts }: Manifest['tables'][number]) {
  let seen = 0
  const heads = name === 'audit_log' ? headsIn(columns) : null
  for (const part of parts) {
    const lines = linesOf(await archive.read(part))
    for await (const line of lines) {
      seen += 1
      heads?.see(line)
    }
  }
  if (seen !== rows) throw new BackupProblem(`${name} has ${seen} rows and should have ${rows}.`)
  heads?.compare(archive.manifest.auditHeads)
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

/** Of a part that was pressed. */
async function* linesOf(part: Readable): AsyncGenerator<string> {
  const text = part.compose(createZstdDecompress()) as AsyncIterable<Buffer>
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of text) {
    const all = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    let from = 0
    for (let end = all.indexOf(10); end >= 0; end = all.indexOf(10, from)) {
      yield all.toString('utf8', from, end)
      from = end + 1
    }
    held = all.subarray(from)
  }
  if (held.length > 0) throw new BackupProblem('A part ends in the middle of a row.')
}

/** The last entry of every company, which must be the one that the manifest tells. */
function headsIn(columns: string[]) {
  const [company, seq, hash] = ['company_id', 'seq', 'hash'].map((column) => columns.indexOf(column)) as [
    number,
    number,
    number,
  ]
  const last = new Map<string, { seq: bigint; hash: string }>()
  return {
    see(line: string) {
      const values = line.split('\t')
      const valueAt = (place: number) => required(values[place], 'value of an audit entry')
      const found = { seq: BigInt(valueAt(seq)), hash: valueAt(hash).replace('\\\\x', '') }
      const before = last.get(valueAt(company))
      if (!before || before.seq < found.seq) last.set(valueAt(company), found)
    },
    compare(heads: Manifest['auditHeads']) {
      const isSame = ({ company: id, seq: at, hash: digest }: Manifest['auditHeads'][number]) =>
        last.get(id)?.seq === BigInt(at) && last.get(id)?.hash === digest
      if (heads.length !== last.size || !heads.every(isSame))
        throw new BackupProblem('An audit log does not end where it ended when the backup was taken.')
    },
  }
}
