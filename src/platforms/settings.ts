import { ConfigError } from '../config.ts'
import { withFiles } from '../config/files.ts'
import type { Config } from '../config.ts'
import type { OAuthApp } from './contract/oauth.ts'
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

/** What the setting of a field of an app is called: OAUTH_PRIMARY_APP_ID. */
export function oauthSetting(platform: string, field: string): string {
  const words = `${platform}_${field.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')}`
  return `OAUTH_${words.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase()}`
}

/** The apps of the installation that the environment gives, by platform. */
export function oauthApps({ all }: Platforms, { others }: Pick<Config, 'others'>): Record<string, OAuthApp> {
  return Object.fromEntries(
    all.flatMap(({ name, oauth }): [string, OAuthApp][] => {
      if (!oauth) return []
      const settingOf = Object.fromEntries(
        Object.keys(oauth.app.shape).map((field) => [field, oauthSetting(name, field)]),
      )
      const given = withFiles(others, (setting) => Object.values(settingOf).includes(setting))
      const app = Object.fromEntries(
        Object.entries(settingOf).flatMap(([field, setting]) => {
          const value = given[setting]
          return value === undefined ? [] : [[field, value]]
        }),
      )
      if (Object.keys(app).length === 0) return []
      const parsed = oauth.app.safeParse(app)
      if (parsed.success) return [[name, parsed.data as OAuthApp]]
      const wrong = parsed.error.issues.map(({ path }) => settingOf[String(path[0])]).join(', ')
      throw new ConfigError(
        `Wrong setting. ${Object.values(settingOf).join(', ')} go together: ${wrong} is missing or wrong.`,
      )
    }),
  )
}
