/** Fields whose text somebody wrote, on a platform or here: also where it is a single word. */
const written =
  /(^|[a-z])(name|label|title|titles|body|bodies|text|texts|message|description|headline|caption|comment|reason|hint|query|keyword)$/i

/** What the tools themselves say to agents. */
const ours = new Set(['next', 'link', 'cut', 'untrusted', 'operation', 'example', 'digest'])

/**
 * Where in an answer text stands that others wrote: names, texts of ads, comments, messages of platforms, and whatever quotes them. Found
 * by what is there, not by a list of what may be: a field that is new is marked too. Such as `data[].name`.
 */
export function untrustedIn(value: object): string[] {
  const found = new Set<string>()
  look(value, '', found)
  return [...found]
}

function look(value: unknown, path: string, found: Set<string>): void {
  if (typeof value === 'string') {
    const field = path.slice(path.lastIndexOf('.') + 1).replaceAll('[]', '')
    if (value !== '' && !found.has(path) && (written.test(field) || /\s/.test(value))) found.add(path)
  } else if (Array.isArray(value)) {
    for (const each of value) look(each, `${path}[]`, found)
  } else if (typeof value === 'object' && value !== null) {
    for (const [field, each] of Object.entries(value)) {
      // The name of a field may be somebody's text too: it is not repeated here.
      const own = /^[\w-]{1,60}$/.test(field) ? field : '*'
      if (path !== '' || !ours.has(field)) look(each, path === '' ? own : `${path}.${own}`, found)
    }
  }
}
