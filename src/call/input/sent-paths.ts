import { isObject } from '../../lookup.ts'
import { namesFor } from './field-names.ts'

/** Gives the path of a documented field as whoever sent it wrote it. */
export type SentPath = (path: string) => string

/**
 * Callers write a field in snake_case, by another name or in an older form; what is wrong with it is told by the name they
 * wrote. `formOf` undoes what brought the body into the documented form.
 */
export function sentPaths(given: unknown, formOf?: (body: unknown, keys: string[]) => string[]): SentPath {
  return (path) => {
    if (path === '' || !isObject(given)) return path
    const keys = path.split('.')
    return asWritten(given, formOf ? formOf(given, keys) : keys).join('.')
  }
}

function asWritten(given: unknown, keys: string[]): string[] {
  let at = given
  return keys.map((key) => {
    const name = isObject(at) && !Object.hasOwn(at, key) ? (namesFor(key).find(isOf(at)) ?? key) : key
    at = Array.isArray(at)
      ? (at as unknown[])[Number(name)]
      : isObject(at) && Object.hasOwn(at, name)
        ? at[name]
        : undefined
    return name
  })
}

const isOf = (value: object) => (name: string) => Object.hasOwn(value, name)
