/** An operation, and where it is asked for over HTTP. */
interface Address {
  name: string
  method: string
  path: string
}

/** What a text names by an address: which operation, and what stands in the places of its path. Without a name: none that there is. */
export interface Reference {
  name: string | undefined
  values: string[]
}

const addresses = /\b(GET|POST|PUT|PATCH|DELETE) (\/(?:v1|api|upload)(?:\/[\w{}~-]+)*)/g

/**
 * The service names its operations by their addresses, which are words of one face alone. This makes the words of another of them: whoever
 * reads a page, a terminal or the answer of a tool calls no address.
 */
export function inWordsOf(known: readonly Address[], say: (reference: Reference) => string): (text: string) => string {
  const all = known.map(({ name, method, path }) => ({ name, method, parts: path.split('/') }))
  // Where two would do, the one that says more of the path is meant.
  all.sort((one, other) => placesIn(one.parts) - placesIn(other.parts))
  const said = (_whole: string, method: string, path: string) => {
    const parts = path.split('/')
    const found = all.find((each) => each.method === method && isMeant(each.parts, parts))
    return say({ name: found?.name, values: parts.filter((_part, at) => isPlace(found?.parts[at])) })
  }
  // Nearly no text names any, and some are long.
  return (text) => (text.includes(' /') ? text.replace(addresses, said) : text)
}

function isMeant(own: string[], named: string[]): boolean {
  return own.length === named.length && own.every((part, at) => isPlace(part) || part === named[at])
}

function placesIn(parts: string[]): number {
  return parts.filter(isPlace).length
}

function isPlace(part: string | undefined): boolean {
  return part?.startsWith('{') === true
}

/**
 * What a failure says first: of the first of its problems, with the field as its face calls it.
 * @public For the faces that have a copy of this file.
 */
export function withField(
  { message, issues }: { message: string; issues: readonly { path: string }[] },
  nameOf: (path: string) => string,
): string {
  const path = issues[0]?.path ?? ''
  return path !== '' && message.startsWith(`${path}: `) ? `${nameOf(path)}${message.slice(path.length)}` : message
}
