import { z } from 'zod'
import { ConfigError } from '../config.ts'
import { withFiles } from '../config/files.ts'
import type { Config } from '../config.ts'
import type { OAuthApp } from './contract/oauth.ts'
import type { Platform, PlatformSetting } from './contract/platform.ts'
import { settingWord, versionSetting } from './kit/setting-names.ts'
import type { Platforms } from './registry.ts'

/** The settings that only single platforms have: what the environment gives, or their defaults. */
export function platformSettings({ all }: Platforms, { others }: Pick<Config, 'others'>): Record<string, string> {
  const declared = all.flatMap((platform) => Object.entries(settingsOf(platform)))
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

/** Its own, and which version of its interface is spoken where several are known to answer alike. */
export function settingsOf({ name, settings = {}, api }: Platform): Record<string, PlatformSetting> {
  if (!api.alsoKnown?.length) return settings
  const possible = [api.version, ...api.alsoKnown.map(({ version }) => version)]
  const words = possible.join(' or ')
  const version: PlatformSetting = {
    default: api.version,
    about: `version of the interface of ${name} that is spoken: ${words}`,
    schema: z.enum(possible, `must be ${words}: no other version is known to answer alike`),
  }
  return { ...settings, [versionSetting(name)]: version }
}

/** The platforms, each speaking the version of its interface that is set, and what ends there on the day that is set. */
export function speaking(platforms: Platforms, config: Pick<Config, 'others'>): Platforms {
  const set = platformSettings(platforms, config)
  const all = platforms.all.map((platform) => {
    const chosen = platform.api.alsoKnown?.find(({ version }) => version === set[versionSetting(platform.name)])
    const endings = platform.endings?.map((ending) => ({ ...ending, on: set[ending.onSetting ?? ''] ?? ending.on }))
    const api = chosen ? { ...platform.api, ...chosen, alsoKnown: [] } : platform.api
    return { ...platform, api, ...(endings ? { endings } : {}) }
  })
  return { ...platforms, all, driver: (name) => all.find((platform) => platform.name === name) }
}

/** What the setting of a field of an app is called: OAUTH_PRIMARY_APP_ID. */
export function oauthSetting(platform: string, field: string): string {
  const words = `${platform}_${field.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')}`
  return `OAUTH_${settingWord(words)}`
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
