import { hashText } from '../../core/figures/random.ts'
import { inCamelCase, optionalText, readBody } from '../call.ts'
import type { AdsCall } from '../call.ts'
import { badJson, refusal } from '../errors.ts'
import { countries } from '../objects/countries.ts'
import { textOf } from '../objects/objects.ts'
import type { Fields } from '../objects/objects.ts'

const maxNames = 25

function listIn(value: unknown, name: string): string[] | undefined {
  if (value === undefined) return undefined
  const list = typeof value === 'object' && value !== null ? inCamelCase(value, [name], name)[name] : undefined
  if (!Array.isArray(list) || list.some((each) => typeof each !== 'string'))
    throw badJson(name, `Invalid value at '${name}' (TYPE_STRING)`)
  return list as string[]
}

/** `geoTargetConstants:suggest`: countries by their names, or by their own numbers. */
export function suggestPlaces(call: AdsCall): object {
  const fields = readBody(call, ['locale', 'countryCode', 'locationNames', 'geoTargets'])
  const names = listIn(fields['locationNames'], 'names')
  const targets = listIn(fields['geoTargets'], 'geoTargetConstants')
  const family = 'geoTargetConstantSuggestionError'
  if (!names && !targets)
    throw refusal(`${family}.REQUEST_PARAMETERS_UNSET`, 'The request parameters are unset: name locations.')
  if ((names?.length ?? 0) > maxNames)
    throw refusal(`${family}.LOCATION_NAME_LIMIT`, `At most ${maxNames} location names can be asked for.`)
  const code = optionalText(fields, 'countryCode')
  if (code && !countries.some((country) => country['countryCode'] === code))
    throw refusal(`${family}.INVALID_COUNTRY_CODE`, 'The country code is invalid.', { trigger: code })
  call.limiter.charge(call.tenant, `user ${call.tenant}`, 1)
  const locale = optionalText(fields, 'locale') || 'en'
  const found = countries.filter((country) => !code || country['countryCode'] === code)
  const suggestion = (country: Fields, term: object) => ({
    ...{ locale, reach: String(1_000_000 + (hashText(`reach ${textOf(country['id'])}`) % 90_000_000)) },
    ...{ geoTargetConstant: country, ...term },
  })
  const isNamed = (country: Fields, name: string) =>
    textOf(country['name']).toLowerCase().includes(name.trim().toLowerCase())
  const suggestions = targets
    ? found
        .filter((country) => targets.includes(textOf(country['resourceName'])))
        .map((country) => suggestion(country, {}))
    : (names ?? []).flatMap((searchTerm) =>
        found.filter((country) => isNamed(country, searchTerm)).map((country) => suggestion(country, { searchTerm })),
      )
  return suggestions.length === 0 ? {} : { geoTargetConstantSuggestions: suggestions }
}
