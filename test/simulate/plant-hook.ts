import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import type { Plant } from './plants.ts'

const source = join(import.meta.dirname, '..', '..', 'src')

/** The text of the file with the mistake in it. */
export function planted({ name, file, find, replace }: Plant): string {
  const text = readFileSync(join(source, file), 'utf8')
  const parts = text.split(find)
  if (parts.length !== 2) {
    const many = parts.length === 1 ? 'no place' : `${parts.length - 1} places`
    throw new Error(`The plant "${name}" finds ${many} in src/${file}: make it anew.`)
  }
  return parts.join(replace)
}

/** From now on the file is loaded with the mistake in it. Before anything of the engine is. */
export function plant(one: Plant): void {
  const text = planted(one)
  const url = `file://${join(source, one.file)}`
  registerHooks({
    load(asked, context, next) {
      const loaded = next(asked, context)
      return asked === url ? { ...loaded, source: text } : loaded
    },
  })
}
