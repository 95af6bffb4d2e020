/** What somebody means by what they type into the command bar. */
export interface Intent {
  verb: 'pause' | 'resume' | 'budget' | null
  /** Of what it is meant, in their words. */
  name: string
  /** Of a budget; null: none was said yet. */
  amount: number | null
}

const verbs: Record<string, NonNullable<Intent['verb']>> = {
  pause: 'pause',
  stop: 'pause',
  off: 'pause',
  resume: 'resume',
  start: 'resume',
  on: 'resume',
  budget: 'budget',
}

/** `pause retargeting`, `budget evergreen 300`; everything else is a name. `read` knows amounts. */
export function intentOf(typed: string, read: (text: string) => number | null): Intent {
  const words = typed.trim().split(/\s+/)
  const verb = verbs[(words[0] ?? '').toLowerCase()] ?? null
  if (verb === null || words.length < 2) return { verb: null, name: typed.trim(), amount: null }
  const rest = words.slice(1)
  const last = read(rest.at(-1) ?? '')
  if (verb !== 'budget' || last === null || rest.length < 2) return { verb, name: rest.join(' '), amount: null }
  const name = rest.slice(0, -1)
  if (/^to$/i.test(name.at(-1) ?? '') && name.length > 1) name.pop()
  return { verb, name: name.join(' '), amount: last }
}
