import { badParameter } from '../../errors.ts'

/** One entry of `fields=a,b{c},edge.limit(10){x}`. */
export interface FieldSelection {
  name: string
  args: Record<string, string>
  sub?: FieldSelection[]
}

export function parseFields(text: string): FieldSelection[] {
  const parser = { text, at: 0 }
  const fields = parseList(parser)
  if (parser.at < text.length) throw syntaxError(text)
  return fields
}

interface Parser {
  text: string
  at: number
}

function parseList(parser: Parser): FieldSelection[] {
  const fields: FieldSelection[] = []
  for (;;) {
    skip(parser, /\s/)
    const name = take(parser, /[A-Za-z0-9_]/)
    if (name) fields.push(parseRest(parser, name))
    skip(parser, /\s/)
    if (parser.text[parser.at] !== ',') return fields
    parser.at++
  }
}

function parseRest(parser: Parser, name: string): FieldSelection {
  const field: FieldSelection = { name, args: {} }
  while (parser.text[parser.at] === '.') {
    parser.at++
    const argument = take(parser, /[A-Za-z0-9_]/)
    if (parser.text[parser.at] !== '(') throw syntaxError(parser.text)
    field.args[argument] = takeArgument(parser)
  }
  if (parser.text[parser.at] === '{') {
    parser.at++
    field.sub = parseList(parser)
    if (parser.text[parser.at] !== '}') throw syntaxError(parser.text)
    parser.at++
  }
  return field
}

/** The text between the parentheses; what is inside may hold brackets and parentheses of its own. */
function takeArgument(parser: Parser): string {
  const start = ++parser.at
  for (let depth = 1; parser.at < parser.text.length; parser.at++) {
    if (parser.text[parser.at] === '(') depth++
    if (parser.text[parser.at] === ')' && --depth === 0) return parser.text.slice(start, parser.at++)
  }
  throw syntaxError(parser.text)
}

function take(parser: Parser, allowed: RegExp): string {
  const start = parser.at
  skip(parser, allowed)
  return parser.text.slice(start, parser.at)
}

function skip(parser: Parser, allowed: RegExp): void {
  while (parser.at < parser.text.length && allowed.test(parser.text.charAt(parser.at))) parser.at++
}

function syntaxError(text: string) {
  return badParameter(
    `Syntax error "Expected end of string instead of "?"." at the fields parameter: ${text}`,
    'fields',
  )
}
