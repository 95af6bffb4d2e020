/** How long a line of prose may be in the documents. */
export const maxLineLength = 120

/** A paragraph, or an entry of a list, in lines that are not too long: the first begins with lead, the others with indent. */
export function wrapped(text: string, { lead = '', indent = '' } = {}): string {
  const [first = '', ...rest] = piecesOf(text)
  const lines = [lead + first]
  for (const piece of rest) {
    const line = lines.at(-1)!
    if (line.length + 1 + piece.length <= maxLineLength) lines[lines.length - 1] = `${line} ${piece}`
    else lines.push(indent + piece)
  }
  return lines.join('\n')
}

/** Words; code and links stay whole. What would open a list, a heading or a quotation if a line began with it stays with the word before. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (const word of text.match(/(?:`[^`]*`|!?\[[^\]]*\]\([^)]*\)|\S)+/g) ?? []) {
    const opens = /^(?:[-+*>|]|#+|\d+[.)])$/.test(word)
    if (opens && pieces.length > 0) pieces.push(`${pieces.pop()} ${word}`)
    else pieces.push(word)
  }
  return pieces
}
