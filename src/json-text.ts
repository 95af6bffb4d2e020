/** What stands for itself between quotes. */
const plain = /^[ !#-[\]-~]*$/

/** A text as JSON has it, in half of the time where nothing in it has to be written differently. */
export function jsonText(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text)
}

const maxKept = 10_000

/** The same for words that come again and again: each is made once. */
export function createJsonWords(): (word: string) => string {
  const known = new Map<string, string>()
  return (word) => {
    const found = known.get(word)
    if (found !== undefined) return found
    if (known.size >= maxKept) known.clear()
    const text = JSON.stringify(word)
    known.set(word, text)
    return text
  }
}
