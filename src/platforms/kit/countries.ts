import { lookUp } from '../../lookup.ts'

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/**
 * Codes with a name that are no country anybody lives in: groups of countries, made-up ones, islands and exclaves that have
 * a code by courtesy only.
 */
const noCountries = new Set(['CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])

/**
 * Whether these two capitals are a country's. The table is the Unicode consortium's (CLDR), which the runtime brings along; an
 * older code of a country that has another today is none.
 */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return false
  return new Intl.Locale(`und-${code}`).region === code && names.of(code) !== undefined
}

/** Countries whose postal codes are that many digits and nothing else (Universal Postal Union, addressing systems). */
const digits: Record<number, string> = {
  3: 'FO IS',
  4: 'AL AM AT AU BD BE BG CH CY DK GE HU LI LU LV MK NL NO NZ PH PY SI TN VE ZA',
  5: 'BA CR CU DE DO DZ EE EG ES FI FR GT HR ID IQ IT JO KE KR KW LK LT MA MC ME MM MX MY NP PE PK RS SA SE SN TH TR UA US UY VN',
  6: 'CN CO EC IN KG KZ MN NG RO RU SG TJ TM UZ VN',
  7: 'IL JP',
}

/** Where codes have letters, or are used by their first part. */
const forms: Record<string, RegExp> = {
  BR: /^\d{5}(-?\d{3})?$/,
  CA: /^[A-Z]\d[A-Z]( ?\d[A-Z]\d)?$/,
  CZ: /^\d{3} ?\d{2}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]?( ?\d[A-Z]{2})?$/,
  GR: /^\d{3} ?\d{2}$/,
  IE: /^[A-Z]\d[\dW]( ?[A-Z\d]{4})?$/,
  JP: /^\d{3}-?\d{4}$/,
  NL: /^\d{4}( ?[A-Z]{2})?$/,
  PL: /^\d{2}-?\d{3}$/,
  PT: /^\d{4}(-?\d{3})?$/,
  SK: /^\d{3} ?\d{2}$/,
}
const anyForm = /^[A-Z0-9][A-Z0-9 -]{0,11}$/

/** Whether a postal code (capitals) looks as those of its country do; a country whose form is not known takes any. */
export function hasPostalForm(country: string, code: string): boolean {
  if (!isCountry(country) || !anyForm.test(code)) return false
  const form = lookUp(forms, country)
  if (form) return form.test(code)
  const lengths = Object.entries(digits).flatMap(([length, countries]) =>
    countries.split(' ').includes(country) ? [Number(length)] : [],
  )
  return lengths.length === 0 || (/^\d+$/.test(code) && lengths.includes(code.length))
}
