import { z } from 'zod'
import { accountIn, checkActingFor } from '../objects/accounts.ts'
import { readBody } from '../objects/batch.ts'
import { ApiError, invalid } from '../errors.ts'
import type { ApiCall } from '../world.ts'

const countries = 'AT AU BE BR CA CH CZ DE DK ES FI FR GB GR HU IE IT JP KR MX NL NO NZ PL PT RO SE SK US'.split(' ')
const names = new Intl.DisplayNames('en', { type: 'region' })
const byName = Object.fromEntries(countries.map((code) => [code, names.of(code) ?? code]))

const same = (...words: string[]) => Object.fromEntries(words.map((word) => [word, word]))

/** What ad groups can be aimed at: its own keys, and what they mean. */
const options: Record<string, Record<string, string>[]> = {
  APPTYPE: [{ android_mobile: 'Android Mobile', iphone: 'iPhone', ipad: 'iPad', web: 'Web', web_mobile: 'Web Mobile' }],
  GENDER: [{ unknown: 'Unspecified', male: 'Male', female: 'Female' }],
  LOCALE: [{ 'en-US': 'English (US)', 'de-DE': 'Deutsch', 'ja-JP': '日本語' }],
  AGE_BUCKET: [same('18-24', '25-34', '35-44', '45-49', '50-54', '55-64', '65+')],
  LOCATION: [byName],
  GEO: [{ ...byName, 'US-CA': 'California', 'US-NY': 'New York', 'US-TX': 'Texas' }],
  INTEREST: [{ 935_249_274_030: 'Home decor', 918_530_398_158: 'Food and drinks', 908_182_459_161: 'Travel' }],
  KEYWORD: [],
  AUDIENCE_INCLUDE: [],
  AUDIENCE_EXCLUDE: [],
}

export function targetingOptions(call: ApiCall, [type = '']: string[]): object {
  checkActingFor(call)
  const found = Object.hasOwn(options, type) ? options[type] : undefined
  if (!found) throw invalid(`targeting_type must be one of ${Object.keys(options).join(', ')}`)
  return found
}

const Pin = z.object({ pin_id: z.string().regex(/^\d+$/) })
const Picture = z.object({ image_url: z.url(), title: z.string().min(1) })

/** A pin, or a picture, as an ad of it would appear: here it is the sandbox's page of an ad that shows the pin. */
export function previewAd(call: ApiCall, [accountId = '']: string[]): object {
  const { world, tenant, request } = call
  const account = accountIn(call, accountId)
  const asked = readBody(call, z.union([Pin, Picture]))
  if ('image_url' in asked) return { url: `${request.origin}/_assets/square.png` }
  const pin = world.pins.get(asked.pin_id)
  if (pin?.tenant !== tenant) throw new ApiError(404, 50, 'Pin not found.')
  const ad = world.ads.lookup('account', account.id).find(({ pin_id: shown }) => shown === pin.id)
  const page = ad ? `manager/pinterest/${account.id}/ads/${ad.id}` : '_assets/square.png'
  return { url: `${request.origin}/${page}` }
}
