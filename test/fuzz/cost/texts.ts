import { decoded } from './form.ts'
import { fitted, jsonOf } from './shapes.ts'
import type { Shape } from './shapes.ts'

const nothing = { names: [], before: '1' }

/** The shape where nothing but text can stand, within so many characters. */
function textOf(shape: Shape, room: number): string {
  const { kind, count, letter } = shape
  if (kind === 'text') return decoded(letter ?? 'x').repeat(Math.min(count, room))
  return jsonOf(fitted(shape, room, nothing), nothing)
}

function encoded(text: string, room: number): string {
  return encodeURIComponent(text.slice(0, room).toWellFormed()).slice(0, room).replace(/%.?$/, '')
}

export function asPath(path: string, shape: Shape, room: number): string {
  return path.replaceAll(/\{\w+\}/g, () => encoded(textOf(shape, room), room))
}

/** A field of the query again and again, one that is long, or many of them. */
export function asQuery(name: string, shape: Shape, room: number): string {
  const { kind, count, of = { kind: 'word' as const, count: 1 } } = shape
  const each = () => encoded(textOf(of, 200), 200)
  const times = (field: (at: number) => string) => {
    const parts: string[] = []
    for (let at = 0, length = 0; at < count && length < room; at++) {
      parts.push(`${field(at)}=${each()}`)
      length += parts.at(-1)!.length + 1
    }
    return `?${parts.join('&')}`.slice(0, room)
  }
  if (name === '') return times((at) => `k${at}`)
  if (kind === 'list' || kind === 'same field') return times(() => name)
  if (kind === 'fields' || kind === 'known fields') return times((at) => `${name}[${at}]`)
  return `?${name}=${encoded(textOf(shape, room), room - name.length - 2)}`
}

export function asHeaders(name: string, shape: Shape, room: number): Record<string, string> {
  if (name === 'many') {
    const max = Math.min(shape.count, Math.floor(room / 12))
    return Object.fromEntries(Array.from({ length: max }, (_, at) => [`x-k${at}`, '1']))
  }
  // Other characters never leave a client.
  const text = textOf(shape, room).replaceAll(/[^\x20-\x7e]/g, 'x')
  return { [name]: `${name === 'authorization' ? 'Bearer ' : ''}${text.slice(0, room).trim()}` }
}
