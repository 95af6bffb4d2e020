import { hashText } from '../../core/figures/random.ts'
import { advertiserOf, oneOf, optionalList, requiredList, requiredText } from '../call.ts'
import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'

interface Region {
  location_id: string
  name: string
  region_code: string
  level: 'COUNTRY' | 'PROVINCE'
  parent_id: string
}

const countries: [id: string, code: string, name: string][] = [
  ['6252001', 'US', 'United States of America'],
  ['6251999', 'CA', 'Canada'],
  ['2635167', 'GB', 'United Kingdom'],
  ['2921044', 'DE', 'Germany'],
  ['1861060', 'JP', 'Japan'],
]
const states: [id: string, name: string][] = [
  ['5332921', 'California'],
  ['5128638', 'New York'],
  ['4736286', 'Texas'],
]
const regions: Region[] = [
  ...countries.map(([id, code, name]): Region => ({
    ...{ location_id: id, region_code: code, name, level: 'COUNTRY', parent_id: '0' },
  })),
  ...states.map(([id, name]): Region => ({
    ...{ location_id: id, region_code: 'US', name, level: 'PROVINCE', parent_id: '6252001' },
  })),
]
const placements = ['PLACEMENT_TIKTOK', 'PLACEMENT_PANGLE', 'PLACEMENT_GLOBAL_APP_BUNDLE']
const objectives = [
  ...['REACH', 'TRAFFIC', 'VIDEO_VIEWS', 'LEAD_GENERATION', 'ENGAGEMENT', 'APP_PROMOTION', 'WEB_CONVERSIONS'],
  ...['PRODUCT_SALES', 'RF_REACH'],
]

function checkScene({ params }: Call): void {
  for (const placement of requiredList(params, 'placements', placements.length))
    if (!placements.includes(placement)) throw invalid(`placements: Must be one of: ${placements.join(', ')}.`)
  requiredText(params, 'objective_type')
  oneOf(params, 'objective_type', objectives, '')
}

export function getRegions(call: Call): object {
  advertiserOf(call)
  checkScene(call)
  const shown = regions.map((region) => ({
    ...region,
    ...{ area_type: 'ADMINISTRATIVE', support_below_18: true },
    next_level_ids: regions
      .filter(({ parent_id: parent }) => parent === region.location_id)
      .map((each) => each.location_id),
  }))
  return { region_info: shown, region_list: regions.map(({ location_id: id }) => id) }
}

const maxBatch = 1000
const searchTypes = ['FUZZY_SEARCH', 'BATCH_REGION_SEARCH', 'BATCH_ZIPCODE_SEARCH']

/** Places by their names. */
export function searchTargeting(call: Call): object {
  advertiserOf(call)
  checkScene(call)
  const { params } = call
  requiredText(params, 'search_type')
  const type = oneOf(params, 'search_type', searchTypes, '')
  const isFuzzy = type === 'FUZZY_SEARCH'
  const keywords = requiredList(params, 'keywords', maxBatch)
  if (isFuzzy && keywords.length > 1) throw invalid('keywords: Only one keyword is allowed for FUZZY_SEARCH.')
  const codes = optionalList(params, 'region_codes')
  if (!isFuzzy && !codes) throw invalid('region_codes: Missing data for required field.')
  const levels = optionalList(params, 'geo_types')
  const zips = type === 'BATCH_ZIPCODE_SEARCH' ? keywords.filter((word) => /^\d{5}$/.test(word)) : []
  const named = type === 'BATCH_ZIPCODE_SEARCH' ? [] : regions.filter((region) => isNamed(region, keywords))
  const geo = (geo_id: string, geo_type: string, region_code: string) => ({ geo_id, geo_type, region_code })
  const found = [
    ...named.map((each) => ({ name: each.name, geo: geo(each.location_id, each.level, each.region_code) })),
    ...zips.map((zip) => ({ name: zip, geo: geo(`90${zip}`, 'ZIP_CODE', 'US') })),
  ]
  const wanted = found.filter(
    (each) => (!codes || codes.includes(each.geo.region_code)) && (!levels || levels.includes(each.geo.geo_type)),
  )
  return { targeting_tag_list: wanted.map((each) => ({ ...each, status: 'VALID', scene: 'GEO' })) }
}

function isNamed({ name }: Region, keywords: string[]): boolean {
  return keywords.some((word) => name.toLowerCase().includes(word.trim().toLowerCase()))
}

const languages = { en: 'English', de: 'German', ja: 'Japanese', fr: 'French', es: 'Spanish' }

export function getLanguages(call: Call): object {
  advertiserOf(call)
  return { languages: Object.entries(languages).map(([code, name]) => ({ code, name })) }
}

const interests = ['Home Improvement', 'Apparel & Accessories', 'Food & Beverage', 'Travel', 'Games']

export function getInterests(call: Call): object {
  advertiserOf(call)
  const interest_categories = interests.map((interest_category_name, index) => ({
    ...{ interest_category_id: String(10 + index), interest_category_name, level: 1, sub_category_ids: [] },
    ...{ placements: ['PLACEMENT_TIKTOK'], special_industries: [] },
  }))
  return { interest_categories }
}

export function getActions(call: Call): object {
  advertiserOf(call)
  const action_categories = interests.map((name, index) => ({
    ...{ action_category_id: String(2000 + index), name, level: 1, action_scene: 'VIDEO_RELATED' },
    ...{ description: '', sub_category_ids: [], video_user_actions: ['WATCHED_TO_END', 'LIKED', 'COMMENTED'] },
  }))
  return { action_categories }
}

const around = ['', 'best ', 'handmade ', 'cheap ', 'vintage ']

/** Words beside a word. */
export function recommendKeywords(call: Call): object {
  advertiserOf(call)
  const word = requiredText(call.params, 'keyword').toLowerCase()
  const recommended_keywords = around.map((before) => ({
    keyword_id: String(10_000_000 + (hashText(`keyword ${before}${word}`) % 90_000_000)),
    ...{ keyword: before + word, language: 'en', status: 'EFFECTIVE' },
  }))
  return { recommended_keywords }
}
