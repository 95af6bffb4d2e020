/** How long a line of prose may be in the documents. */
export const maxLineLength = 120

/** A paragraph, or an entry of a list whose later lines are indented, in lines that are not too long. */
export function wrapped(text: string, indent = ''): string {
  const lines: string[] = []
  for (const piece of piecesOf(text)) {
    const line = lines.at(-1)
    if (line === undefined) lines.push(piece)
    else if (line.length + 1 + piece.length <= maxLineLength) lines[lines.length - 1] = `${line} ${piece}`
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
