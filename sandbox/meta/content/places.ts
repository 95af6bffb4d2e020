import { countries as allCountries } from '../report/tables.ts'

export interface Place {
  key: string
  name: string
  type: 'country' | 'region' | 'city' | 'zip'
  country_code: string
  country_name: string
  region?: string
  region_id?: number
}

interface Country {
  code: string
  name: string
  /** Name and key, the largest first. */
  regions: [string, number][]
  /** Name, key and region. */
  cities: [string, number, string][]
  zips: string[]
}

/** A small gazetteer: enough to look things up, not the world. Keys are the sandbox's own. */
const countries: Country[] = [
  {
    code: 'US',
    name: 'United States',
    regions: [
      ['California', 3847],
      ['Texas', 3886],
      ['New York', 3875],
      ['Florida', 3852],
      ['Washington', 3890],
    ],
    cities: [
      ['New York', 2490299, 'New York'],
      ['Los Angeles', 2420379, 'California'],
      ['San Francisco', 2421836, 'California'],
      ['Austin', 2512636, 'Texas'],
      ['Miami', 2428344, 'Florida'],
      ['Seattle', 2535725, 'Washington'],
    ],
    zips: ['10001', '10013', '94304', '90210', '73301', '33101'],
  },
  {
    code: 'GB',
    name: 'United Kingdom',
    regions: [
      ['England', 4079],
      ['Scotland', 4080],
      ['Wales', 4081],
    ],
    cities: [
      ['London', 812057, 'England'],
      ['Manchester', 812212, 'England'],
      ['Edinburgh', 811520, 'Scotland'],
    ],
    zips: ['SW1A', 'M1', 'EH1'],
  },
  {
    code: 'DE',
    name: 'Germany',
    regions: [
      ['Bavaria', 851],
      ['Berlin', 852],
      ['Hamburg', 855],
    ],
    cities: [
      ['Berlin', 547357, 'Berlin'],
      ['Munich', 555879, 'Bavaria'],
      ['Hamburg', 551169, 'Hamburg'],
    ],
    zips: ['10115', '80331', '20095'],
  },
  {
    code: 'FR',
    name: 'France',
    regions: [
      ['Île-de-France', 1027],
      ['Provence-Alpes-Côte d’Azur', 1035],
    ],
    cities: [
      ['Paris', 777934, 'Île-de-France'],
      ['Marseille', 775013, 'Provence-Alpes-Côte d’Azur'],
    ],
    zips: ['75001', '13001'],
  },
  {
    code: 'JP',
    name: 'Japan',
    regions: [
      ['Tokyo', 1835],
      ['Osaka', 1827],
      ['Hokkaido', 1805],
    ],
    cities: [
      ['Tokyo', 1199628, 'Tokyo'],
      ['Osaka', 1192311, 'Osaka'],
      ['Sapporo', 1195713, 'Hokkaido'],
    ],
    zips: ['1000001', '5300001'],
  },
  {
    code: 'CA',
    name: 'Canada',
    regions: [
      ['Ontario', 535],
      ['Quebec', 538],
      ['British Columbia', 530],
    ],
    cities: [
      ['Toronto', 296875, 'Ontario'],
      ['Montreal', 292071, 'Quebec'],
      ['Vancouver', 297370, 'British Columbia'],
    ],
    zips: ['M5H', 'H2Y', 'V6B'],
  },
  {
    code: 'AU',
    name: 'Australia',
    regions: [['New South Wales', 119]],
    cities: [['Sydney', 160158, 'New South Wales']],
    zips: ['2000'],
  },
  {
    code: 'BR',
    name: 'Brazil',
    regions: [['São Paulo', 460]],
    cities: [['São Paulo', 269969, 'São Paulo']],
    zips: ['01000'],
  },
  {
    code: 'IN',
    name: 'India',
    regions: [['Maharashtra', 1735]],
    cities: [['Mumbai', 1035921, 'Maharashtra']],
    zips: ['400001'],
  },
  {
    code: 'ES',
    name: 'Spain',
    regions: [['Community of Madrid', 967]],
    cities: [['Madrid', 671722, 'Community of Madrid']],
    zips: ['28001'],
  },
  { code: 'IT', name: 'Italy', regions: [['Lazio', 1789]], cities: [['Rome', 1121177, 'Lazio']], zips: ['00118'] },
  {
    code: 'NL',
    name: 'Netherlands',
    regions: [['North Holland', 2666]],
    cities: [['Amsterdam', 1648759, 'North Holland']],
    zips: ['1011'],
  },
]

export const places: Place[] = countries.flatMap(placesOf)

function placesOf({ code, name, regions, cities, zips }: Country): Place[] {
  const base = { country_code: code, country_name: name }
  const keys = new Map(regions)
  return [
    { key: code, name, type: 'country' as const, ...base },
    ...regions.map(([region, key]) => ({ key: String(key), name: region, type: 'region' as const, ...base })),
    ...cities.map(([city, key, region]) => ({
      key: String(key),
      name: city,
      type: 'city' as const,
      ...base,
      region,
      region_id: keys.get(region) ?? 0,
    })),
    ...zips.map((zip) => ({ key: `${code}:${zip}`, name: zip, type: 'zip' as const, ...base })),
  ]
}

export function placeOf(type: string, key: string): Place | undefined {
  return places.find((place) => place.type === type && place.key === key)
}

/** Names of a country's regions; a country without known ones is one region. */
export function regionsOf(country: string): string[] {
  const found = countries.find(({ code }) => code === country)
  return found ? found.regions.map(([name]) => name) : ['Unknown']
}

/** The first and the last code that the postal service of the United States has given out. */
const postalCodesOfUS = [501, 99_950] as const

/**
 * Whether the platform has such a place. The gazetteer is small: of postal codes it knows all that may be in the United States
 * and a few of its other countries; of the rest of the world it takes what looks like one.
 */
export function isKnownPlace(type: Place['type'], key: string): boolean {
  if (type !== 'zip') return placeOf(type, key) !== undefined
  const [country = '', code = '', ...more] = key.split(':')
  if (more.length > 0 || !allCountries.has(country)) return false
  if (country === 'US')
    return /^\d{5}$/.test(code) && Number(code) >= postalCodesOfUS[0] && Number(code) <= postalCodesOfUS[1]
  if (countries.some((each) => each.code === country)) return placeOf('zip', key) !== undefined
  return /^[A-Z0-9][A-Z0-9 -]{1,9}$/.test(code)
}

/** What the platform tells about a place by its key; undefined: there is none. */
export function describePlace(type: Place['type'], key: string): Place | undefined {
  if (!isKnownPlace(type, key)) return undefined
  const [country = '', name = ''] = key.split(':')
  return placeOf(type, key) ?? { key, name, type, country_code: country, country_name: country }
}
