import { crc32 } from 'node:zlib'
import { openZip } from '../../../client/cli/sheet/zip.ts'

/** The same workbook with another first sheet: spreadsheets write what no library of ours does. */
export function withParts(bytes: Buffer, change: (xml: string) => string): Buffer {
  const archive = openZip(bytes, 2 ** 30)!
  const files = [...archive].map(([name, unpack]) => {
    const content = unpack()
    return { name, content: /worksheets\/sheet1\.xml$/.test(name) ? Buffer.from(change(content.toString())) : content }
  })
  return zip(files)
}

/** Stored, not packed: small and plain. */
function zip(files: { name: string; content: Buffer }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let place = 0
  for (const { name, content } of files) {
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(content.length, 14)
    fields.writeUInt32LE(content.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([mark(0x04034b50), fields, Buffer.from(name), content])
    const entry = Buffer.alloc(14)
    entry.writeUInt32LE(place, 10)
    directory.push(Buffer.concat([mark(0x02014b50), Buffer.from([20, 0]), fields, entry, Buffer.from(name)]))
    parts.push(local)
    place += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(place, 12)
  return Buffer.concat([...parts, listed, mark(0x06054b50), end])
}

function mark(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
