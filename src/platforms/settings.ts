import { ConfigError } from '../config.ts'
import { withFiles } from '../config/files.ts'
import type { Config } from '../config.ts'
import type { Platforms } from './registry.ts'

/** The settings that only single platforms have: what the environment gives, or their defaults. */
export function platformSettings({ all }: Platforms, { others }: Pick<Config, 'others'>): Record<string, string> {
  const declared = all.flatMap(({ settings = {} }) => Object.entries(settings))
  const names = new Set(declared.map(([name]) => name))
  const set = withFiles(others, (name) => names.has(name))
  return Object.fromEntries(
    declared.map(([name, setting]) => {
      const given = set[name]
      const parsed = setting.schema.safeParse(given ?? setting.default)
      if (parsed.success) return [name, parsed.data]
      throw new ConfigError(`Wrong setting. ${name}: ${parsed.error.issues[0]!.message} (it is "${given}")`)
    }),
  )
}
