/** How a company names its ads: parts with text between them. */
export interface NamePattern {
  parts: string[]
  /** One fewer than the parts: what stands between each and the next. */
  between: string[]
  before: string
  after: string
}

const maxParts = 10

/** `{concept}_{hook}`, or what is wrong with it. */
export function readPattern(text: string): NamePattern | { problem: string } {
  const pieces = text.split(/\{([A-Za-z][A-Za-z0-9]{0,39})\}/)
  const parts = pieces.filter((_, index) => index % 2 === 1)
  const texts = pieces.filter((_, index) => index % 2 === 0)
  const between = texts.slice(1, -1)
  if (parts.length === 0) return { problem: 'must have a part in braces, such as {concept}' }
  if (parts.length > maxParts) return { problem: `takes at most ${maxParts} parts` }
  if (new Set(parts).size < parts.length) return { problem: 'names a part twice' }
  if (between.includes('')) return { problem: 'needs a text between two parts: nothing would tell them apart' }
  if (texts.some((piece) => /[{}]/.test(piece)))
    return { problem: 'has a brace that belongs to no part: a part is letters and digits, such as {concept}' }
  return { parts, between, before: texts[0] ?? '', after: texts.at(-1) ?? '' }
}

/**
 * The same for PostgreSQL, with one part as its group: every part but the first ends where the text before it begins, so that names
 * are read in one pass. Nothing of it is the caller's but letters that stand for themselves.
 */
export function patternSql({ parts, between, before, after }: NamePattern, wanted: string): string {
  const pieces = parts.map((part, index) => {
    const separator = between[index - 1]
    const text = separator === undefined ? '.+' : `(?:(?!${plain(separator)}).)+`
    return `${separator === undefined ? '' : plain(separator)}${part === wanted ? `(${text})` : `(?:${text})`}`
  })
  return `^${plain(before)}${pieces.join('')}${plain(after)}$`
}

function plain(text: string): string {
  return text.replaceAll(
    /[^\p{L}\p{N}]/gu,
    (letter) => `[${letter === '^' || letter === '\\' || letter === ']' ? `\\${letter}` : letter}]`,
  )
}
