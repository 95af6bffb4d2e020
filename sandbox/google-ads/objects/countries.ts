import type { Fields } from './objects.ts'

/** Countries by their ISO number; the platform's number of a country is that and 2000. */
const table: Record<number, [string, string]> = {
  36: ['AU', 'Australia'],
  40: ['AT', 'Austria'],
  56: ['BE', 'Belgium'],
  76: ['BR', 'Brazil'],
  124: ['CA', 'Canada'],
  208: ['DK', 'Denmark'],
  246: ['FI', 'Finland'],
  250: ['FR', 'France'],
  276: ['DE', 'Germany'],
  356: ['IN', 'India'],
  372: ['IE', 'Ireland'],
  380: ['IT', 'Italy'],
  392: ['JP', 'Japan'],
  410: ['KR', 'South Korea'],
  484: ['MX', 'Mexico'],
  528: ['NL', 'Netherlands'],
  554: ['NZ', 'New Zealand'],
  578: ['NO', 'Norway'],
  616: ['PL', 'Poland'],
  620: ['PT', 'Portugal'],
  702: ['SG', 'Singapore'],
  724: ['ES', 'Spain'],
  752: ['SE', 'Sweden'],
  756: ['CH', 'Switzerland'],
  826: ['GB', 'United Kingdom'],
  840: ['US', 'United States'],
}

/** Every country there is here, as a geo_target_constant. */
export const countries: Fields[] = Object.entries(table).map(([number, [code, name]]) => {
  const id = String(2000 + Number(number))
  return {
    resourceName: `geoTargetConstants/${id}`,
    id,
    name,
    countryCode: code,
    targetType: 'Country',
    status: 'ENABLED',
    canonicalName: name,
  }
})

const names = new Set(countries.map(({ resourceName }) => resourceName))

export function isCountry(resourceName: string): boolean {
  return names.has(resourceName)
}
