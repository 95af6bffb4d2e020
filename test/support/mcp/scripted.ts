import { UnauthorizedError } from '@modelcontextprotocol/client'
import type { connectByAddress } from './assistant.ts'
import type { Spoken } from './client.ts'

type Fields = Record<string, unknown>

/** As much of JSON Schema as tools use. */
interface Schema {
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  required?: string[]
  maximum?: number
}

/** What a person asks for: what they call things, and what they want said of them. None of it is a name of ours. */
export interface Wish {
  /** What they call what there is already, such as a platform and an ad account. */
  named: string[]
  says: Record<string, string>
}

interface Called {
  tool: string
  given: Fields
  value: Fields
}

/**
 * A program in the place of a model. It knows what a person wants, the protocol, and nothing of the service: which tools there are, what
 * they take and where ids come from it reads from the list of tools, from search_docs and from `next` of the answers.
 */
export async function createScript(connected: Awaited<ReturnType<typeof connectByAddress>>) {
  const { tools } = await connected.client.listTools()
  const names = new Set(tools.map(({ name }) => name))
  const inputOf = (tool: string) => tools.find(({ name }) => name === tool)?.inputSchema as Schema
  const failures: string[] = []
  const challenges: URL[] = []
  /** Which field of its rows a tool said to use as which argument elsewhere. */
  const uses = new Map<string, { from: string; as: string }>()
  /** Arguments that are known so. */
  const facts = new Map<string, unknown>()
  const answers = new Map<string, Promise<Fields>>()

  async function call(tool: string, given: Fields): Promise<Fields> {
    const answer = await connected.call(tool, given)
    note(tool, answer)
    return answer.value
  }

  function note(tool: string, { isError, text, value }: Spoken): void {
    if (isError) failures.push(`${tool}: ${text}`)
    const [, from, as] = /\bUse an? (\w+) as (\w+)/.exec(String(value.next)) ?? []
    if (from && as) uses.set(tool, { from, as })
  }

  /** Rows of a tool or an operation that lists something; asked for once. */
  function rowsOf(tool: string, operation: string | undefined): Promise<Fields> {
    const key = JSON.stringify([tool, operation, ...facts])
    const known = answers.get(key)
    if (known) return known
    const found = askFor(tool, operation)
    answers.set(key, found)
    return found
  }

  async function askFor(tool: string, operation: string | undefined): Promise<Fields> {
    if (operation === undefined) return call(tool, neededOf(inputOf(tool)))
    const docs = (await call('search_docs', { query: operation })) as { operation: { input: Schema } }
    return call(tool, { operation, input: neededOf(docs.operation.input) })
  }

  function neededOf({ required = [] }: Schema): Fields {
    return Object.fromEntries(required.map((name) => [name, facts.get(name)]))
  }

  async function rowFor(wish: Wish, tool: string, operation?: string): Promise<Fields> {
    const list = Object.values(await rowsOf(tool, operation)).find(Array.isArray) as Fields[]
    const wanted = wish.named.map((name) => name.toLowerCase())
    const fit = (row: Fields) =>
      Object.values(row).filter((value) => wanted.includes(String(value).toLowerCase())).length
    const [row = {}] = list.toSorted((one, other) => fit(other) - fit(one))
    const use = uses.get(tool)
    if (use) facts.set(use.as, row[use.from])
    return row
  }

  /** What a person wants, in the fields of a schema: by what these say of themselves. */
  async function fill(schema: Schema, wish: Wish, open = new Set(Object.keys(wish.says))): Promise<Fields> {
    const filled: Fields = {}
    const fields = Object.entries(schema.properties ?? {})
    let platform: unknown
    for (const [field, part] of fields) {
      const about = aboutOn(part.description ?? '', platform)
      if (about === null) continue
      const words = [...open].find((each) => new RegExp(`^${each}\\b`, 'i').test(about))
      const [, by, name = ''] = /(?:(\w+) )?(\w+) lists them/.exec(about) ?? []
      if (words) {
        open.delete(words)
        filled[field] = wish.says[words]
      } else if (names.has(name) || names.has(by ?? '')) {
        const row = names.has(name) ? await rowFor(wish, name) : await rowFor(wish, by!, name)
        const value = row[field] ?? row.value ?? row.id
        filled[field] = part.items ? [value] : value
        platform ??= row.platform
      }
    }
    for (const [field, { items }] of fields) {
      const inside = items?.properties && filled[field] === undefined ? await fill(items, wish, open) : {}
      if (Object.keys(inside).length > 0) filled[field] = [inside]
    }
    return filled
  }

  async function listed(title: string, wishes: Wish[]) {
    const tool = tools.find((each) => each.title === title)!.name
    const { properties = {}, required = [] } = inputOf(tool)
    const [list, { items = {} }] = Object.entries(properties).find(([name]) => required.includes(name))!
    const entries: Fields[] = []
    for (const each of wishes) {
      facts.clear()
      entries.push(await fill(items, each))
    }
    return { tool, list, entries }
  }

  return {
    failures,
    challenges,
    tools,
    call,
    /** What somebody wants, as the tool with this title takes it. */
    fill: async (title: string, wishes: Wish[]) => (await listed(title, wishes)).entries,
    /** Calls that tool with it. */
    async plan(title: string, wishes: Wish[]): Promise<Called> {
      const { tool, list, entries } = await listed(title, wishes)
      const given = { [list]: entries }
      return { tool, given, value: await call(tool, given) }
    },
    /** Calls with it; a challenge is answered by a new consent of the person's, and then it is called again. */
    async asking(run: () => Promise<Called>, consent: (asked: URL) => Promise<URL>): Promise<Called> {
      try {
        return await run()
      } catch (error) {
        if (!(error instanceof UnauthorizedError)) throw error
        const asked = connected.asked.at(-1)!
        challenges.push(asked)
        await connected.transport.finishAuth((await consent(asked)).searchParams)
        return run()
      }
    },
    /** Calls what `next` names: the tool with that place in it, counted from 0. */
    async follow({ tool, given, value }: Called, at = 0): Promise<Called> {
      const next = String(value.next)
      const named = [...next.matchAll(/\b\w+\b/g)].filter(([word]) => names.has(word))
      const [to, from] = [named[at]![0], named[at]!.index]
      const text = next.slice(from, named[at + 1]?.index)
      if (/ again with the same arguments/.test(text)) return { tool, given, value: await call(tool, given) }
      const [, operation] = new RegExp(`^${to} (\\w+_\\w+)`).exec(text) ?? []
      const schema = operation
        ? ((await call('search_docs', { query: operation })) as { operation: { input: Schema } }).operation.input
        : inputOf(to)
      const argument = (name: string) => {
        const said = new RegExp(`\\b${name} ([\\w-]+)`).exec(text)?.[1] ?? value[name] ?? given[name]
        return schema.properties?.[name]?.type === 'integer' ? Number(said) : said
      }
      const input = Object.fromEntries((schema.required ?? []).map((name) => [name, argument(name)]))
      const all = operation ? { operation, input } : input
      return { tool: to, given: all, value: await call(to, all) }
    },
    /** As `next` says it: while a field has a word, the same is asked again, for as long as the schema lets it wait. */
    async untilOver(called: Called): Promise<Called> {
      const { tool, given } = called
      let { value } = called
      for (;;) {
        const [, field = '', word, wait = ''] =
          /While (\w+) is (\w+), ask again with (\w+)/.exec(String(value.next)) ?? []
        if (word === undefined || value[field] !== word) return { tool, given, value }
        value = await call(tool, { ...given, [wait]: inputOf(tool).properties![wait]!.maximum })
      }
    },
  }
}

/** What a field says of itself on a platform; null: the platform does not have it. */
function aboutOn(description: string, platform: unknown): string | null {
  const parts = description.split(/(?:^|(?<=\.) )On ([\w-]+(?: and [\w-]+)*): /)
  if (parts.length === 1) return description
  const at = parts.findIndex((part, place) => place % 2 === 1 && part.split(' and ').includes(String(platform)))
  return at === -1 ? null : parts[at + 1]!
}
