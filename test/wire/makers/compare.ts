import type { Interface, Operation, Schema } from '../interface.ts'
import { fieldsOf, fieldsOfForm } from './fields.ts'
import type { MadeCall, MadeField } from './maker.ts'

/** Where what we send and what a maker describes have grown apart. */
export type Finding = { call: string } & (
  | { kind: 'ended call' }
  | { kind: 'new required field' | 'ended field'; field: string }
  | { kind: 'ended words'; field: string; words: string[] }
)

export const words: Record<Finding['kind'], string> = {
  'ended call': 'the maker describes no such call',
  'new required field': 'the maker requires a field that may be left out here',
  'ended field': 'the maker has no such field',
  'ended words': 'the maker has no such words',
}

/** Holds a condensed description, which is all that our drivers send, against what the maker says of the same calls. */
export function compare(
  known: Interface,
  made: ReadonlyMap<string, MadeCall>,
  nameOf: (name: string, operation: Operation) => string | null,
): Finding[] {
  return Object.entries(known.operations).flatMap(([name, operation]) => {
    const wanted = nameOf(name, operation)
    if (wanted === null) return []
    const call = made.get(wanted)
    return call ? compareCall(wanted, sentBy(known, operation), call) : [{ call: wanted, kind: 'ended call' as const }]
  })
}

function sentBy(known: Interface, { query = {}, form = {}, json }: Operation): Map<string, MadeField> {
  const resolve = (ref: string): Schema | undefined => known.schemas?.[ref.replace(/^#\/schemas\//, '')]
  const all = [fieldsOfForm(query, resolve), fieldsOfForm(form, resolve), json ? fieldsOf(json, resolve) : []]
  return new Map(all.flatMap((fields) => [...fields]))
}

function compareCall(call: string, sent: Map<string, MadeField>, { fields, isOpen }: MadeCall): Finding[] {
  const missing = [...fields]
    .filter(([path, { isRequired }]) => isRequired && isWithin(sent, path) && sent.get(path)?.isRequired !== true)
    .map(([field]) => ({ call, kind: 'new required field' as const, field }))
  const found: Finding[] = [...missing]
  for (const [field, { words: ours }] of sent) {
    const theirs = fields.get(field)
    // What the maker leaves open may hold anything.
    if (!theirs) {
      if (!isOpen && isWithin(fields, field) && hasBelow(fields, parentOf(field)))
        found.push({ call, kind: 'ended field', field })
      continue
    }
    const ended = [...(ours ?? [])].filter((word) => theirs.words !== null && !theirs.words.has(word))
    if (ended.length > 0) found.push({ call, kind: 'ended words', field, words: ended })
  }
  return found
}

/** `a[].b` stands in `a[]`; what stands at the top stands in the call. */
function parentOf(path: string): string {
  const cut = path.endsWith('[]') ? path.length - 2 : path.lastIndexOf('.')
  return cut < 0 ? '' : path.slice(0, cut)
}

function isWithin(fields: ReadonlyMap<string, MadeField>, path: string): boolean {
  const parent = parentOf(path)
  return parent === '' || fields.has(parent)
}

function hasBelow(fields: ReadonlyMap<string, MadeField>, parent: string): boolean {
  return (
    parent === '' ||
    [...fields.keys()].some((path) => path !== parent && path.startsWith(parent) && parentOf(path) === parent)
  )
}
