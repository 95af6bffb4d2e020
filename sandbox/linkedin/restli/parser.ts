/** What stands in a query: texts, lists of values, and records of them. */
export type RestliValue = string | RestliValue[] | RestliRecord
export type RestliRecord = Map<string, RestliValue>

/** The text is not in the syntax; `at` counts its characters. */
export class RestliSyntaxError extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(`${message} at ${at}`)
    this.at = at
  }
}

const reserved = "(),:'"
const emptyText = "''"
const deepest = 24

/** Reads one value of a query or a path, as it stands there: percent-encoded characters are never part of the syntax. */
export function parseValue(raw: string): RestliValue {
  const reader = new Reader(raw)
  const value = reader.value(0)
  if (reader.at < raw.length) throw new RestliSyntaxError(`Unexpected '${raw[reader.at]}'`, reader.at)
  return value
}

class Reader {
  readonly #raw: string
  at = 0

  constructor(raw: string) {
    this.#raw = raw
  }

  value(depth: number): RestliValue {
    if (depth > deepest) throw new RestliSyntaxError('Too deep', this.at)
    if (this.#takes('List(')) return this.#members(() => this.value(depth + 1))
    if (this.#takes('(')) return this.#record(depth)
    return this.#text()
  }

  #record(depth: number): RestliRecord {
    const record: RestliRecord = new Map()
    this.#members(() => {
      const start = this.at
      const name = this.#text()
      if (!this.#takes(':')) throw new RestliSyntaxError("Expected ':'", this.at)
      if (record.has(name)) throw new RestliSyntaxError(`'${name}' stands twice`, start)
      record.set(name, this.value(depth + 1))
    })
    return record
  }

  #members<T>(read: () => T): T[] {
    const members: T[] = []
    if (this.#takes(')')) return members
    do members.push(read())
    while (this.#takes(','))
    if (!this.#takes(')')) throw new RestliSyntaxError("Expected ',' or ')'", this.at)
    return members
  }

  #text(): string {
    if (this.#takes(emptyText)) return ''
    const start = this.at
    while (this.at < this.#raw.length && !reserved.includes(this.#raw[this.at]!)) this.at++
    if (start === this.at) throw new RestliSyntaxError('Expected a value', start)
    return decoded(this.#raw.slice(start, this.at), start)
  }

  #takes(word: string): boolean {
    if (!this.#raw.startsWith(word, this.at)) return false
    this.at += word.length
    return true
  }
}

function decoded(text: string, at: number): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new RestliSyntaxError('Broken percent-encoding', at)
  }
}

/** `?fields=a,b` keeps the older syntax and is read on its own. */
const projection = 'fields'

export interface RestliQuery {
  params: RestliRecord
  fields: string[] | undefined
}

export function parseQuery(raw: string): RestliQuery {
  const params: RestliRecord = new Map()
  let fields: string[] | undefined
  for (const part of raw.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decoded(equals < 0 ? part : part.slice(0, equals), 0)
    const value = equals < 0 ? '' : part.slice(equals + 1)
    if (params.has(name) || (name === projection && fields)) throw new RestliSyntaxError(`'${name}' stands twice`, 0)
    if (name === projection) fields = projected(value)
    else params.set(name, value === '' ? '' : parseValue(value))
  }
  return { params, fields }
}

/** The names at the top of a projection; what is chosen inside of them is not told apart. */
function projected(raw: string): string[] {
  const text = decoded(raw, 0)
  const names: string[] = []
  let depth = 0
  let name = ''
  for (const letter of text) {
    if (letter === '(') depth++
    else if (letter === ')') depth--
    else if (letter === ',' && depth === 0) {
      names.push(name)
      name = ''
    } else if (depth === 0) name += letter
    if (depth < 0) throw new RestliSyntaxError("Unexpected ')'", 0)
  }
  if (depth > 0) throw new RestliSyntaxError("Expected ')'", text.length)
  return [...names, name].map((each) => each.replace(/:$/, ''))
}

/** Characters of the syntax, as they stand in headers and bodies. */
export function reducedEncode(text: string): string {
  return text.replace(/[,()':]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
}
