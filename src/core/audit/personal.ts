import { createHash, randomBytes } from 'node:crypto'
import { required } from '../../lookup.ts'

/** What somebody is called once nobody may know any more who they were. */
export const deletedPerson = 'a deleted person'

/** Something that tells who somebody is, beside the entry in whose text its digest stands. */
export interface PersonalValue {
  /** Where in the entry, as a JSON pointer. */
  place: string
  /** Whose it is, where that is known. */
  personId?: number
  /** Both are gone once it was erased: nobody can find the value out from its digest then. */
  salt?: string
  value?: string
  /** The number of the entry that says that it was erased, and what that entry's key signed. */
  erased?: number
  proof?: string
}

/** An entry as it is hashed, and what stands beside it; null: nothing in it tells who somebody is. */
export interface SplitEntry {
  text: string
  beside: PersonalValue[] | null
}

type Fields = Record<string, unknown>

const address = /[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+\.[^\s@<>"'(),;:.]+/

/** Finds an address in a text, also by the database (without regard to case), and no longer one that ends or begins like it. */
export function addressPattern(email: string): string {
  const literal = email.replaceAll(/[^A-Za-z0-9@_]/g, String.raw`\$&`)
  return String.raw`(?<![\w.%+-])(?<!\w')` + literal + String.raw`(?![\w-]|\.\w)`
}

/**
 * Puts a digest in the place of whatever tells who somebody is: names of people, who did something, where they signed in from, every
 * text with an e-mail address in it, and whatever says the same as one of these.
 */
export function splitEntry(text: string): SplitEntry {
  const entry = JSON.parse(text) as Fields & { actor: { kind: string; id?: number; name: string }; targets?: string[] }
  const beside: PersonalValue[] = []
  const known = new Map<string, number | undefined>()
  const hide = (at: Fields, field: string, place: string, personId?: number) => {
    const salt = randomBytes(16).toString('hex')
    const value = String(at[field])
    beside.push({ place, ...(personId === undefined ? {} : { personId }), salt, value })
    at[field] = digestOf(salt, value)
    known.set(value, personId ?? known.get(value))
  }
  if (entry.actor.kind === 'user') hide(entry.actor, 'name', '/actor/name', entry.actor.id)
  const about = personIn(entry)
  for (const part of parts) walk(entry, part, `/${part}`, tellingOf(hide, about))
  const again: Seen = (at, field, place) => {
    const value = at[field] as string
    if (known.has(value)) hide(at, field, place, known.get(value))
  }
  for (const part of parts) walk(entry, part, `/${part}`, again)
  if (beside.length === 0) return { text, beside: null }
  return { text: JSON.stringify({ ...entry, personal: beside.map(({ place }) => place) }), beside }
}

const parts = ['asked', 'before', 'after', 'error']

/** Fields that tell of a person in an entry that is about one. */
const ofPeople = new Set(['name', 'browser', 'address'])
/** Fields that say by name who did something: createdBy, stoppedBy. */
const doer = /(?:^by|By)$/

type Seen = (at: Fields, field: string, place: string) => void
type Hide = (at: Fields, field: string, place: string, personId?: number) => void

/** about: whom the entry is about; undefined: no person. */
function tellingOf(hide: Hide, about: number | undefined): Seen {
  return (at, field, place) => {
    const isTheirs = ofPeople.has(field) && about !== undefined
    const isPerson = typeof at.email === 'string' || 'role' in at
    const isNamed = field === 'name' && isPerson
    const own = isPerson && typeof at.id === 'number' && (isNamed || field === 'email') ? at.id : about
    if (doer.test(field)) hide(at, field, place)
    else if (isTheirs || isNamed || address.test(at[field] as string)) hide(at, field, place, own)
  }
}

/** Whether a value stands where something says by name who did it. */
export function describesDoer({ place }: Pick<PersonalValue, 'place'>): boolean {
  return doer.test(required(place.split('/').at(-1), 'name of the field'))
}

function walk(at: Fields, field: string, place: string, seen: Seen): void {
  const value = at[field]
  if (typeof value === 'string') seen(at, field, place)
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.keys(value)) walk(value as Fields, inner, `${place}/${escaped(inner)}`, seen)
}

function personIn({ targets }: { targets?: string[] }): number | undefined {
  const ids = (targets ?? []).flatMap((target) => /^(?:person|people):(\d+)$/.exec(target)?.[1] ?? [])
  return ids.length === 1 ? Number(ids[0]) : undefined
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~')

function digestOf(salt: string, value: string): string {
  return `sha256:${createHash('sha256').update(`${salt}\n${value}`).digest('hex')}`
}

/** The entry as people read it: with what stands beside it, or without what was erased. */
export function joinEntry(entry: object, beside: readonly PersonalValue[] | null): object {
  if (!beside) return entry
  const { personal: _places, ...joined } = structuredClone(entry) as Fields
  for (const { place, value } of beside) setAt(joined, place, value ?? deletedPerson)
  return joined
}

function setAt(entry: Fields, place: string, value: string): void {
  const path = place.split('/').slice(1).map(unescaped)
  const last = path.pop() ?? ''
  const holder = path.reduce<unknown>((at, name) => (at as Fields | undefined)?.[name], entry)
  if (typeof holder === 'object' && holder !== null && Object.hasOwn(holder, last)) (holder as Fields)[last] = value
}

/** What was erased of an entry, to be held against the entry that says so. */
export interface Erasure {
  seq: number
  place: string
  by: number
  proof: string
}

/** What does not fit between an entry's text and what stands beside it, and what of it was erased. */
export function comparePersonal(
  seq: number,
  text: string,
  beside: readonly PersonalValue[] | null,
): { problems: string[]; erasures: Erasure[] } {
  const entry = JSON.parse(text) as Fields & { personal?: string[] }
  const named = entry.personal ?? []
  const problems: string[] = []
  const erasures: Erasure[] = []
  if (JSON.stringify(named) !== JSON.stringify((beside ?? []).map(({ place }) => place)))
    return { problems: [`what stands beside entry ${seq} is not what it names`], erasures }
  for (const { place, salt, value, erased, proof } of beside ?? []) {
    const digest = place
      .split('/')
      .slice(1)
      .map(unescaped)
      .reduce<unknown>((at, name) => (at as Fields | undefined)?.[name], entry)
    if (value !== undefined && salt !== undefined) {
      if (digestOf(salt, value) !== digest) problems.push(`${place} of entry ${seq} was changed`)
    } else if (value === undefined && erased !== undefined && proof !== undefined)
      erasures.push({ seq, place, by: erased, proof })
    else problems.push(`${place} of entry ${seq} was taken out`)
  }
  return { problems, erasures }
}
