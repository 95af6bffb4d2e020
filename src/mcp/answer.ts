import type { Told } from './tools/tool.ts'

/** What one answer may take of a context, in characters of JSON. */
export const maxAnswerChars = 24_000

type Fields = Record<string, unknown>

/** A tool's answer as the protocol has it: the same for programs and, in JSON, for models. */
export function toolResult({ value, next, link }: Told) {
  const short = fitting(Array.isArray(value) ? { data: value as unknown[] } : { ...value })
  const structured = {
    ...short.value,
    ...(short.cut ? { cut: short.cut } : {}),
    ...(link ? { link } : {}),
    ...(next || short.rest ? { next: [short.rest, next].filter(Boolean).join(' ') } : {}),
  }
  return { content: [{ type: 'text' as const, text: JSON.stringify(structured) }], structuredContent: structured }
}

interface Fitting {
  value: Fields
  cut?: { list: string; shown: number; of: number }
  /** How to get what is missing. */
  rest?: string
}

/** Lists are cut where an answer would fill a context, and what is missing is said. */
function fitting({ paging: _same, ...whole }: Fields): Fitting {
  // What programs get is JSON: dates have become text.
  const value = JSON.parse(JSON.stringify(whole)) as Fields
  const cursor = (value.pagination as { nextCursor?: string | null } | undefined)?.nextCursor
  const more = cursor ? `There is more: ask again with cursor "${cursor}".` : undefined
  if (JSON.stringify(value).length <= maxAnswerChars) return { value, rest: more }
  const longest = longestList(value)
  if (!longest)
    return { value: { text: JSON.stringify(value).slice(0, maxAnswerChars) }, rest: 'The rest was cut off.' }
  const [name, list] = longest
  const others = JSON.stringify({ ...value, [name]: [] }).length
  const shown = countThatFits(list, maxAnswerChars - others)
  const cut = { list: name, shown, of: list.length }
  const rest = `Only ${shown} of ${list.length} ${name} are shown: ask for fewer (limit ${Math.max(1, shown)}) and go on with the cursor, or narrow it down.`
  return { value: { ...value, [name]: list.slice(0, shown) }, cut, rest }
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
