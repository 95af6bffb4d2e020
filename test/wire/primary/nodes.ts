import type { Fields, Interface, Schema } from '../interface.ts'

/** The description of the primary platform: calls name an object by its id, and its type stands in the path here. */
export interface GraphInterface extends Interface {
  schemas: Record<string, Schema>
  nodes: Nodes
}

/** How the objects of the interface hang together, by type. */
interface Nodes {
  /** What an operation answers with: one of these, or a list of them. */
  returns: Record<string, string>
  /** Lists that belong to an object, and what is in them. */
  edges: Record<string, Record<string, string>>
  /** Of what fields may be asked for, where that is not what is answered. */
  asked: Record<string, string>
}

const fields: Fields = { fields: { is: { type: 'string' } } }
const filter = { type: 'object', required: ['field', 'operator', 'value'] }
const paging: Fields = {
  limit: { is: { type: 'integer' } },
  after: { is: { type: 'string' } },
  before: { is: { type: 'string' } },
  filtering: { is: { type: 'array', items: filter }, as: 'json' },
}

/** What every call of a kind takes: fields are chosen on each, and lists are read in pages. */
export function withCommon(known: GraphInterface): GraphInterface {
  const operations = Object.entries(known.operations).map(([name, operation]) => {
    const isList = operation.method === 'GET' && (name.split(' ').length > 2 || name === 'Search GET')
    const { form, query } = operation
    const more = { ...fields, ...(isList ? paging : {}) }
    return [name, { ...operation, ...(form ? { form: { ...form, ...more } } : { query: { ...query, ...more } }) }]
  })
  return { ...known, operations: Object.fromEntries(operations) as Interface['operations'] }
}

type Plain = Record<string, unknown>

/** Names under which answers tell ids of other objects. */
const idFields: Record<string, string> = {
  copied_ad_id: 'Ad',
  copied_adset_id: 'AdSet',
  copied_campaign_id: 'Campaign',
  report_run_id: 'AdReportRun',
  video_id: 'AdVideo',
  campaign_id: 'Campaign',
  adset_id: 'AdSet',
  ad_id: 'Ad',
  page_id: 'Page',
  effective_object_story_id: 'PagePost',
  effective_instagram_media_id: 'IGMedia',
}

const fixed: Record<string, string> = { me: 'User', search: 'Search', debug_token: 'Token' }

/** Ids do not show of which type they are; what was answered before does. */
export class TypeBook {
  readonly #known: GraphInterface
  readonly #types = new Map<string, string>()

  constructor(known: GraphInterface) {
    this.#known = known
  }

  typeOf(id: string): string | undefined {
    return fixed[id] ?? (id.startsWith('act_') ? 'AdAccount' : this.#types.get(id))
  }

  /** From the answer to an operation. */
  learn(operation: string, answer: unknown): void {
    this.#note(this.#known.nodes.returns[operation], answer)
  }

  #note(type: string | undefined, value: unknown): void {
    if (Array.isArray(value)) for (const each of value) this.#note(type, each)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const object = value as Plain
    if (Array.isArray(object.data)) return this.#note(type, object.data)
    if (type !== undefined && typeof object.id === 'string') this.#types.set(object.id, type)
    for (const [name, inner] of Object.entries(object)) {
      const named = idFields[name]
      if (named !== undefined && typeof inner === 'string') this.#types.set(inner, named)
      if (name === 'async_sessions') this.#note('AsyncSession', inner)
      // What a session made is told as text that holds JSON.
      else if (name === 'result' && typeof inner === 'string') this.#note(undefined, JSON.parse(inner))
      else if (type !== undefined) this.#note(this.insideOf(type, name), inner)
      else this.#note(undefined, inner)
    }
  }

  /** What a field or a list of an object holds. */
  insideOf(type: string, name: string): string | undefined {
    const properties = (this.#known.schemas[type]?.properties ?? {}) as Record<string, Schema | undefined>
    const held = properties[name]
    const reference = held?.$ref ?? (held?.items as Schema | undefined)?.$ref
    if (typeof reference !== 'string') return this.#known.nodes.edges[type]?.[name]
    const inside = reference.replace('#/schemas/', '')
    return this.#known.schemas[inside]?.type === 'object' ? inside : undefined
  }

  /** Whether objects of this type have the field; of a type that nothing is known about, anything may be asked. */
  has(type: string, name: string): boolean {
    const properties = this.#known.schemas[type]?.properties as object | undefined
    return properties === undefined || Object.hasOwn(properties, name)
  }

  /** Of what the fields of an operation are chosen. */
  askedOf(operation: string): string | undefined {
    return this.#known.nodes.asked[operation] ?? this.#known.nodes.returns[operation]
  }
}
