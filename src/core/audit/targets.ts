/** What an operation was about, from the ids in what came in and what went out. */

const maxTargets = 50

/** Different names for the same thing. */
const words: Record<string, string> = {
  business: 'account',
  adAccount: 'account',
  adBatch: 'batch',
  adSet: 'adset',
}

export function targetsOf(path: string, input: Record<string, unknown>, reply: object | null): string[] {
  const own = ownWord(path)
  const found = [...idsIn(input, own), ...(reply ? idsIn({ ...reply }, own) : [])]
  return [...new Set(found)].slice(0, maxTargets)
}

function idsIn(fields: Record<string, unknown>, own: string): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (name === 'id') return idsOf(own, value)
    const word = /^(\w+?)Ids?$/.exec(name)?.[1]
    if (word) return idsOf(words[word] ?? word, value)
    return Array.isArray(value) ? value.slice(0, maxTargets).flatMap((each) => entityOf(each)) : []
  })
}

function idsOf(word: string, value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.slice(0, maxTargets).flatMap((id) => {
    return (typeof id === 'string' && id !== '') || typeof id === 'number' ? [`${word}:${id}`] : []
  })
}

/** An entry of a list that names something by type and id. */
function entityOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null) return []
  const { type, entityType = type, id, entityId = id } = entry as Record<string, unknown>
  return typeof entityType === 'string' ? idsOf(entityType.toLowerCase(), entityId) : []
}

/** `/v1/library/boards/{id}/assets` is about a board. */
function ownWord(path: string): string {
  const parts = path.split('/').filter(Boolean)
  const at = parts.indexOf('{id}')
  const noun = parts[at > 0 ? at - 1 : parts.length - 1] ?? 'thing'
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`
  if (noun.endsWith('ches')) return noun.slice(0, -2)
  return noun.endsWith('s') ? noun.slice(0, -1) : noun
}
