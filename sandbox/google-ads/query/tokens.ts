import { refusal } from '../errors.ts'
import type { Refusal } from '../errors.ts'

export interface Token {
  kind: 'word' | 'number' | 'string' | 'sign' | 'end'
  text: string
}

export function queryError(code: string, message: string, trigger?: string): Refusal {
  return refusal(`queryError.${code}`, message, trigger === undefined ? {} : { trigger })
}

const space = /[ \t\r\n\f\v]+/y
const word = /[A-Za-z_][A-Za-z0-9_.]*/y
const number = /-?\d+(?:\.\d+)?/y
const sign = /!=|>=|<=|[=<>(),]/y

/** The words of a query. What stands between quotes is one of them. */
export function tokensOf(query: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(query)?.[0]
    at += found?.length ?? 0
    return found
  }
  while (at < query.length) {
    if (take(space)) continue
    const char = query[at]!
    if (char === "'" || char === '"') {
      const { text, end } = readString(query, at)
      tokens.push({ kind: 'string', text })
      at = end
      continue
    }
    const name = take(word)
    if (name) {
      tokens.push({ kind: 'word', text: name })
      continue
    }
    const digits = take(number)
    if (digits) {
      const rest = take(word)
      if (rest || query[at] === '.') throw queryError('BAD_NUMBER', `The number '${digits}${rest ?? '.'}' is invalid.`)
      tokens.push({ kind: 'number', text: digits })
      continue
    }
    const found = take(sign)
    if (!found) throw strange(char)
    tokens.push({ kind: 'sign', text: found })
  }
  return [...tokens, { kind: 'end', text: '' }]
}

function strange(char: string): Refusal {
  if (char === '!') return queryError('BAD_OPERATOR', "Invalid operator: '!'.", char)
  const isAscii = char.charCodeAt(0) < 128
  return isAscii
    ? queryError('UNEXPECTED_INPUT', `Error in query: unexpected input ${char}.`, char)
    : queryError('BAD_SYMBOL', 'Error in query: non-ASCII symbol outside of a string.', char)
}

function readString(query: string, start: number): { text: string; end: number } {
  const quote = query[start]
  let text = ''
  for (let at = start + 1; at < query.length; at++) {
    const char = query[at]!
    if (char === quote) return { text, end: at + 1 }
    if (char === '\n' || char === '\r')
      throw queryError('PROHIBITED_NEWLINE_IN_STRING', 'Error in query: a string contains a newline.')
    if (char !== '\\') {
      text += char
      continue
    }
    const escaped = query[++at]
    if (escaped === undefined) break
    if (!`\\'"`.includes(escaped))
      throw queryError('BAD_ESCAPE_SEQUENCE', `Error in query: invalid escape sequence \\${escaped}.`, `\\${escaped}`)
    text += escaped
  }
  throw queryError('STRING_NOT_TERMINATED', 'Error in query: the string is not terminated.')
}
