/** What must be there by now: where it is not, the error says what was missing. */
export function required<T>(value: T, what: string): NonNullable<T> {
  if (value === undefined || value === null) throw new Error(`The ${what} is missing.`)
  return value
}
