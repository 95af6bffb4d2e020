import { readFileSync } from 'node:fs'
import { ConfigError } from './error.ts'

const ending = '_FILE'

/**
 * Settings that stand in files, as secrets of containers do: X_FILE names the file that holds X. `isSetting`: what is none of ours is left
 * alone.
 */
export function withFiles(
  given: Readonly<Record<string, string>>,
  isSetting: (name: string) => boolean,
): Record<string, string> {
  const read = { ...given }
  for (const [name, path] of Object.entries(given)) {
    const setting = name.slice(0, -ending.length)
    if (!name.endsWith(ending) || !isSetting(setting)) continue
    if (given[setting] !== undefined)
      throw new ConfigError(`Wrong setting. ${setting} and ${name} are both set: leave one out.`)
    const text = textOf(name, path)
    delete read[name]
    if (text !== '') read[setting] = text
  }
  return read
}

function textOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new ConfigError(`Wrong setting. ${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
