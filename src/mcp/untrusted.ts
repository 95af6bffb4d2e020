import { rememberedTexts } from '../remembered.ts'

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
  for (const field in value)
    if (Object.hasOwn(value, field) && !ours.has(field)) {
      const { shown, isWritten } = aboutField(field)
      look((value as Record<string, unknown>)[field], shown, isWritten)
    }
  return [...found]

  function look(value: unknown, path: string, isWritten: boolean): void {
    if (typeof value === 'string') {
      if (value !== '' && (isWritten || /\s/.test(value))) found.add(path)
    } else if (Array.isArray(value)) {
      const each = `${path}[]`
      for (const entry of value) look(entry, each, isWritten)
    } else if (typeof value === 'object' && value !== null) {
      for (const field in value)
        if (Object.hasOwn(value, field)) {
          const inner = (value as Record<string, unknown>)[field]
          // Most fields are numbers, flags or nothing.
          if (typeof inner !== 'string' && (typeof inner !== 'object' || inner === null)) continue
          const about = aboutField(field)
          look(inner, `${path}.${about.shown}`, about.isWritten)
        }
    }
  }
}

interface AboutField {
  shown: string
  isWritten: boolean
}

const maxKnownFields = 2_000
const maxNameLength = 60

/** The same few names come again and again, in an answer and in all of them. */
const knownField = rememberedTexts(maxKnownFields, (field): AboutField => {
  // The name of a field may be somebody's text too: it is not repeated here.
  const shown = /^[\w-]+$/.test(field) ? field : '*'
  return { shown, isWritten: written.test(shown) }
})

const nobodysField: AboutField = { shown: '*', isWritten: written.test('*') }

const aboutField = (field: string): AboutField => (field.length > maxNameLength ? nobodysField : knownField(field))
