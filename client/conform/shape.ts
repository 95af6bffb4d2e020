/** What a value should look like. Answers what differs, with where; nothing: it fits. Fields that are not named may be there. */
export type Shape = (value: unknown, path: string) => string[]

type Fields = Record<string, unknown>

const ofType =
  (what: string, fits: (value: unknown) => boolean): Shape =>
  (value, path) =>
    fits(value) ? [] : [`${path} should be ${what}, is ${shown(value)}`]

export const text = ofType('text', (value) => typeof value === 'string')
export const truth = ofType('true or false', (value) => typeof value === 'boolean')
export const number = ofType('a number', (value) => typeof value === 'number' && Number.isFinite(value))
export const integer = ofType('a whole number', Number.isSafeInteger)
export const anyObject = ofType('an object', isFields)
/** An id of a platform: text, since numbers beyond 2^53 change on the way. */
export const platformId = ofType('an id as text', (value) => typeof value === 'string' && value !== '')
export const time = ofType('a time', (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)))
export const address = ofType('an address', (value) => typeof value === 'string' && URL.canParse(value))

export const exactly = (wanted: unknown): Shape =>
  ofType(JSON.stringify(wanted), (value) => JSON.stringify(value) === JSON.stringify(wanted))

export const oneOf = (...words: readonly unknown[]): Shape =>
  ofType(`one of ${words.join(', ')}`, (value) => words.includes(value))

export const matching = (pattern: RegExp, what: string): Shape =>
  ofType(what, (value) => typeof value === 'string' && pattern.test(value))

export const between = (least: number, most: number): Shape =>
  ofType(`from ${least} to ${most}`, (value) => typeof value === 'number' && value >= least && value <= most)

export const orNull =
  (shape: Shape): Shape =>
  (value, path) =>
    value === null ? [] : shape(value, path)

export const optional =
  (shape: Shape): Shape =>
  (value, path) =>
    value === undefined ? [] : shape(value, path)

export const listOf =
  (shape: Shape): Shape =>
  (value, path) =>
    Array.isArray(value)
      ? value.flatMap((each, index) => shape(each, `${path}[${index}]`))
      : [`${path} should be a list, is ${shown(value)}`]

export const fields =
  (shapes: Record<string, Shape>): Shape =>
  (value, path) =>
    isFields(value)
      ? Object.entries(shapes).flatMap(([name, shape]) => shape(value[name], path === '' ? name : `${path}.${name}`))
      : [`${path || 'the answer'} should be an object, is ${shown(value)}`]

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const maxShown = 120

function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  const words = JSON.stringify(value)
  return words.length > maxShown ? `${words.slice(0, maxShown)}…` : words
}
