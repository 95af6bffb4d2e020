const marks: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The text of a file whose encoding nobody told us: by its mark, by its zeros, UTF-8 where it is that, and what Windows writes otherwise. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = markedEncoding(bytes) ?? guessedEncoding(bytes)
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function markedEncoding(bytes: Uint8Array): string | null {
  const found = marks.find(([, mark]) => mark.every((byte, place) => bytes[place] === byte))
  return found?.[0] ?? null
}

/** Latin letters in UTF-16 are zeros every other byte; in no other encoding are there any. */
function guessedEncoding(bytes: Uint8Array): string | null {
  const place = bytes.subarray(0, 1000).indexOf(0)
  if (place < 0) return null
  return place % 2 === 1 ? 'utf-16le' : 'utf-16be'
}
