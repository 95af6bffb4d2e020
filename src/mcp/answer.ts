import type { ToolAnswer } from './tools/tool.ts'
import { untrustedIn } from './untrusted.ts'

/** What one answer may take of a context, in characters of JSON. */
export const maxAnswerChars = 24_000

type Fields = Record<string, unknown>

/** What a tool said, as JSON: the same for programs and for models. */
export interface Spoken {
  json: string
  isError: boolean
  /** Of a failure: arguments that were not given and are needed. */
  missing?: string[]
}

/** A tool's answer as the protocol has it. */
export function resultOf({ json, isError }: Spoken) {
  const structuredContent = JSON.parse(json) as Fields
  return { content: [{ type: 'text' as const, text: json }], structuredContent, ...(isError ? { isError } : {}) }
}

/** The same, written by hand: most of an answer is there as JSON already. */
export function resultText({ json, isError }: Spoken, more = ''): string {
  const text = JSON.stringify(json)
  return `{"content":[{"type":"text","text":${text}}],"structuredContent":${json}${isError ? ',"isError":true' : ''}${more}}`
}

/** What a tool told, with how to get what is missing of it. */
export function spoken({ value, isOurs, ...extras }: ToolAnswer): Spoken {
  const whole = onceEach((Array.isArray(value) ? { data: value as unknown[] } : value) as Fields)
  const cursor = (whole.pagination as { nextCursor?: string | null } | undefined)?.nextCursor
  const more = cursor ? `There is more: ask again with cursor "${cursor}".` : undefined
  const mark = (fields: Fields) => (isOurs ? fields : marked(fields))
  const json = JSON.stringify(mark({ ...whole, ...hints(extras, more) }))
  if (json.length <= maxAnswerChars) return { json, isError: false }
  return { json: JSON.stringify(mark(fitting(whole, extras))), isError: false }
}

/** A list that has an older name beside `data` is told under that one; so is where its page ends. */
function onceEach(fields: Fields): Fields {
  if (!Array.isArray(fields.data) && fields.paging === undefined) return fields
  const { paging: _same, ...all } = fields
  const { data, ...others } = all
  return Array.isArray(data) && Object.values(others).includes(data) ? others : all
}

/** With the places whose text others wrote. */
export function marked(fields: Fields): Fields {
  const untrusted = untrustedIn(fields)
  return untrusted.length > 0 ? { ...fields, untrusted } : fields
}

function hints({ link, next, ignored = [] }: Omit<ToolAnswer, 'value'>, rest?: string): Fields {
  const unread =
    ignored.length > 0 ? `Nobody reads ${ignored.join(', ')}: it was ignored. Check the spelling.` : undefined
  const words = [unread, rest, next].filter((text) => text !== undefined).join(' ')
  return { ...(link ? { link } : {}), ...(words ? { next: words } : {}) }
}

/** Lists are cut where an answer would fill a context, and what is missing is said. */
function fitting(value: Fields, extras: Omit<ToolAnswer, 'value'>): Fields {
  const longest = longestList(value)
  if (!longest) {
    const text = JSON.stringify(value).slice(0, maxAnswerChars)
    return { text, ...hints(extras, 'The rest was cut off.') }
  }
  const [name, list] = longest
  const others = JSON.stringify({ ...value, [name]: [] }).length
  const shown = countThatFits(list, maxAnswerChars - others)
  const rest = `Only ${shown} of ${list.length} ${name} are shown: ask for fewer (limit ${shown}) and go on with the cursor, or narrow it down.`
  const cut = { list: name, shown, of: list.length }
  return { ...value, [name]: list.slice(0, shown), cut, ...hints(extras, rest) }
}

function longestList(value: Fields): [string, unknown[]] | null {
  const lists = Object.entries(value).filter((pair): pair is [string, unknown[]] => Array.isArray(pair[1]))
  const sized = lists.map((pair) => ({ pair, size: JSON.stringify(pair[1]).length }))
  return sized.sort((a, b) => b.size - a.size)[0]?.pair ?? null
}

function countThatFits(list: unknown[], room: number): number {
  let used = 0
  const tooMany = list.findIndex((each) => (used += JSON.stringify(each).length + 1) > room)
  return tooMany === -1 ? list.length : Math.max(1, tooMany)
}
